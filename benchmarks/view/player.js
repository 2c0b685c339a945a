"use strict";

/* Time goes on, or goes where it is told. The state is in data-frame, -time, -playing and -closed of
   the body element, for scripts. */

(function play() {
  const run = JSON.parse(document.getElementById("run").textContent);
  const t = run.frames.t, last = t.length - 1, length = t[last] - t[0];
  const byId = (id) => document.getElementById(id);
  const [playButton, scrub, clock, speed, follow] = ["play", "scrub", "clock", "speed", "follow"].map(byId);
  const scene = makeScene(byId("plane"), run);
  /* As many decimals as tell one frame from the next. */
  const digits = last > 0 ? Math.max(0, Math.min(9, Math.ceil(-Math.log10(length / last) - 1e-6))) : 3;
  let frame = 0, time = t[0], playing = false, before = 0;

  /* The last frame that is not after a time. */
  function frameAt(wanted) {
    let low = 0, high = last;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (t[middle] <= wanted) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /* The impacts after the frame before, up to this one. */
  const impactsAt = (from, to) => run.impacts.filter((impact) => impact.t > t[from] && impact.t <= t[to]);

  const timeline = makeTimeline(run, (wanted) => go(frameAt(wanted + 1e-9 * length)));

  function show(wanted) {
    const onwards = wanted > frame && wanted - frame < 20;
    const impacts = impactsAt(onwards ? frame : Math.max(0, wanted - 1), wanted);
    if (impacts.length || !playing) scene.flash(impacts);
    frame = wanted;
    scene.show(frame);
    timeline.show(frame);
    scrub.value = frame;
    clock.textContent = `t = ${t[frame].toFixed(digits)} s`;
    scrub.setAttribute("aria-valuetext", clock.textContent);
    const closed = run.frames.closed[frame].map((row) => run.contacts[row]);
    Object.assign(document.body.dataset, { frame, time: t[frame], closed: closed.join(", ") });
  }

  function go(wanted) {
    const to = Math.max(0, Math.min(last, wanted));
    time = t[to];
    show(to);
  }

  function setPlaying(on) {
    if (on && frame === last) go(0);
    playing = on && last > 0;
    playButton.textContent = playing ? "Pause" : "Play";
    document.body.dataset.playing = playing;
    before = performance.now();
    if (playing) requestAnimationFrame(tick);
  }

  function tick() {
    if (!playing) return;
    const now = performance.now();
    // A page that was hidden does not jump on return.
    time += Math.min(0.2, Math.max(0, (now - before) / 1000)) * 2 ** speed.value;
    before = now;
    const wanted = frameAt(time);
    if (wanted !== frame) show(wanted);
    if (wanted === last) setPlaying(false);
    else requestAnimationFrame(tick);
  }

  /* Real time where the run is seen in 4 to 30 seconds, otherwise as near as a power of two. */
  function fillSpeeds() {
    const usual = length < 4 || length > 30 ? Math.round(Math.log2((length || 1) / 12)) : 0;
    for (let power = usual - 4; power <= usual + 4; ++power) {
      const option = document.createElement("option");
      option.value = power;
      option.textContent = power < 0 ? `1/${2 ** -power} \u00d7` : `${2 ** power} \u00d7`;
      option.selected = power === usual;
      speed.append(option);
    }
  }

  function changeSpeed(by) {
    speed.selectedIndex = Math.max(0, Math.min(speed.length - 1, speed.selectedIndex + by));
  }

  function fillLegend() {
    const add = (kind, colour, text) => {
      const item = document.createElement("li");
      item.innerHTML = `<i class="${kind}" style="background: ${colour}"></i>`;
      item.append(text);
      byId("legend").append(item);
    };
    if (run.bodies.length > 10) add("", bodyColour(0), `${run.bodies.length} bodies`);
    else run.bodies.forEach((body, i) => add("", bodyColour(i), body.name));
    if (run.edges.length) add("block", "var(--solid)", "boundary");
    if (run.contacts.length) add("", "var(--lit)", "contact closed; a ring: impact");
  }

  const keys = {
    " ": () => setPlaying(!playing),
    ArrowLeft: (event) => go(frame - (event.shiftKey ? 10 : 1)),
    ArrowRight: (event) => go(frame + (event.shiftKey ? 10 : 1)),
    Home: () => go(0),
    End: () => go(last),
    "+": () => changeSpeed(1),
    "-": () => changeSpeed(-1),
    f: () => follow.parentElement.hidden || follow.click(),
  };

  /* Controls keep the keys that mean something to them. */
  function isTaken(event) {
    const control = event.target.closest("button, select, summary, input");
    if (!control) return false;
    return control.tagName === "SELECT" || (control.tagName === "INPUT" ? event.key.length > 1 : event.key === " ");
  }

  document.addEventListener("keydown", (event) => {
    const own = keys[event.key];
    if (!own || isTaken(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    own(event);
  });
  playButton.addEventListener("click", () => setPlaying(!playing));
  byId("back").addEventListener("click", () => go(frame - 1));
  byId("on").addEventListener("click", () => go(frame + 1));
  scrub.addEventListener("input", () => go(+scrub.value));

  function layOut() {
    scene.layOut(follow.checked);
    scene.show(frame);
  }

  follow.addEventListener("change", layOut);
  window.addEventListener("resize", layOut);

  scrub.max = last;
  fillSpeeds();
  fillLegend();
  scene.layOut(false);
  follow.parentElement.hidden = scene.enlargement() === 1;
  document.body.dataset.playing = false;
  go(0);
})();
