"use strict";

/* Over time: the energy error, and for every listed contact when it is closed or hit. */

/* A picture whose width is the time of the run, 1000 units, and whose height is `height` units. */
function makeStrip(holder, height) {
  const svg = element("svg", { viewBox: `0 0 1000 ${height}`, preserveAspectRatio: "none", "aria-hidden": "true" }, holder);
  return { svg, height };
}

function makeTimeline(run, onPick) {
  const { t, energy, gaps, closed } = run.frames;
  const first = t[0], length = t[t.length - 1] - first || 1;
  const along = (time) => (1000 * (time - first)) / length;
  const cursors = [];

  function addCursor({ svg, height }) {
    cursors.push(element("line", { class: "cursor", y1: 0, y2: height }, svg));
  }

  function pickFrom(holder) {
    const pick = (event) => {
      const box = holder.getBoundingClientRect();
      onPick(first + (length * (event.clientX - box.left)) / box.width);
    };
    holder.addEventListener("pointerdown", pick);
    holder.addEventListener("pointermove", (event) => event.buttons && pick(event));
  }

  const energyRow = document.getElementById("energy");
  const energyValue = energyRow.querySelector(".value");

  function drawEnergy() {
    const known = energy.filter((e) => e !== null);
    energyRow.hidden = known.length === 0;
    if (energyRow.hidden) return;
    const least = known.reduce((a, b) => Math.min(a, b)), most = known.reduce((a, b) => Math.max(a, b));
    const margin = 0.08 * (most - least) || 1;
    const up = (e) => (100 * (most + margin - e)) / (most - least + 2 * margin);
    const holder = energyRow.querySelector(".plot");
    const strip = makeStrip(holder, 100);
    element("line", { class: "zero", x2: 1000, y1: up(0), y2: up(0) }, strip.svg);
    const points = t.map((time, i) => (energy[i] === null ? "" : `${along(time).toFixed(2)},${up(energy[i]).toFixed(3)}`));
    element("polyline", { class: "curve", points: points.join(" ") }, strip.svg);
    addCursor(strip);
    pickFrom(holder);
    energyValue.innerHTML = "<span></span><b></b><span></span>";
    const [top, , bottom] = energyValue.children;
    top.textContent = `${shown(most, 3)} J`;
    bottom.textContent = `${shown(least, 3)} J`;
  }

  /* Time while a contact is closed, from frame to frame, and the moments it is hit. */
  function drawLane(strip, row) {
    for (let i = 0; i < t.length; ++i) {
      if (!closed[i].includes(row)) continue;
      let end = i;
      while (end + 1 < t.length && closed[end + 1].includes(row)) ++end;
      const width = Math.max(3, along(t[end]) - along(t[i]));
      element("rect", { class: "shut", x: along(t[i]), width, y: 0, height: strip.height }, strip.svg);
      i = end;
    }
    for (const impact of run.impacts)
      if (impact.contacts.includes(row))
        element("line", { class: "tick", x1: along(impact.t), x2: along(impact.t), y1: 0, y2: strip.height }, strip.svg);
  }

  const lanes = [];
  function drawContacts() {
    const list = document.getElementById("contacts");
    for (const row of run.listed) {
      const line = document.createElement("div");
      line.className = "row";
      line.innerHTML = '<div class="name"><i class="lamp"></i><span></span></div><div class="plot"></div><div class="value"></div>';
      const [name, holder, value] = line.children;
      name.lastChild.textContent = name.lastChild.title = run.contacts[row];
      list.append(line);
      const strip = makeStrip(holder, 20);
      drawLane(strip, row);
      addCursor(strip);
      pickFrom(holder);
      lanes.push({ row, line, value });
    }
  }

  function drawAxis() {
    const ticks = document.querySelector("#axis .ticks");
    for (const time of roundValues(first, first + length, Math.max(3, ticks.clientWidth / 90))) {
      const label = document.createElement("span");
      label.textContent = shown(time);
      label.style.left = `${along(time) / 10}%`;
      ticks.append(label);
    }
    document.querySelector("#axis .value").textContent = lanes.length ? "gap [m]" : "";
  }

  drawEnergy();
  drawContacts();
  drawAxis();

  function show(i) {
    const x = along(t[i]);
    for (const cursor of cursors) {
      cursor.setAttribute("x1", x);
      cursor.setAttribute("x2", x);
    }
    if (!energyRow.hidden) energyValue.children[1].textContent = `${shown(energy[i], 3)} J`;
    lanes.forEach(({ row, line, value }, k) => {
      line.classList.toggle("shut", closed[i].includes(row));
      value.textContent = shown(gaps[i][k], 3);
    });
  }

  return { show };
}
