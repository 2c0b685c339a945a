"use strict";

/* The plane: obstacles, paths and bodies, in pixels. Lengths of the run are in metres, y upwards. */

const bodyColour = (i) => `var(--c${i % 8})`;

function element(name, attributes, parent) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent.append(made);
  return made;
}

/* A number as people write it, with so many digits. */
function shown(x, digits = 4) {
  if (x === null) return "?";
  if (x === 0) return "0";
  const size = Math.abs(x);
  const text = size < 1e-3 || size >= 1e5 ? x.toExponential(Math.min(digits - 1, 1)) : String(+x.toPrecision(digits));
  return text.replace("e+", "e").replace(/-/g, "\u2212");
}

/* Round values that cut an interval into about `wanted` parts. */
function roundValues(least, most, wanted) {
  const raw = (most - least) / wanted, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= raw) * power;
  const values = [];
  for (let k = Math.ceil(least / step); k * step <= most; ++k) values.push(+(k * step).toPrecision(12));
  return values;
}

/* From metres to pixels: undistorted, the middle of the box in the middle of the picture, which holds all
   of the box unless it is enlarged. */
function makeMap(box, width, height, enlarged) {
  const [left, right, bottom, top] = box;
  const scale = enlarged * Math.min(width / (right - left), height / (top - bottom));
  return {
    scale,
    x: (x) => width / 2 + (x - (left + right) / 2) * scale,
    y: (y) => height / 2 - (y - (bottom + top) / 2) * scale,
  };
}

function pathData(points, map, close) {
  let text = "";
  for (let i = 0; i < points.length; i += 2)
    text += `${i ? "L" : "M"}${map.x(points[i]).toFixed(2)} ${map.y(points[i + 1]).toFixed(2)}`;
  return close ? text + "Z" : text;
}

/* Lines below everything, their numbers above the obstacles. Those across move with x only, those upwards
   with y only, when the picture follows a body. */
function drawGrid(svg, map, box, width, height) {
  const reach = { x: width / 2 / map.scale, y: height / 2 / map.scale };  // [m] from the middle to the sides
  const values = (least, most, around, parts) =>
    roundValues(least - around, most + around, (parts * (most - least + 2 * around)) / (2 * around));
  const across = values(box[0], box[1], reach.x, Math.max(3, width / 130));
  const up = values(box[2], box[3], reach.y, Math.max(3, height / 90));
  const group = (kind) => element("g", { class: kind }, svg);
  const moving = { across: [group("grid")], up: [group("grid")] };
  for (const x of across) element("line", { x1: map.x(x), x2: map.x(x), y2: height }, moving.across[0]);
  for (const y of up) element("line", { x2: width, y1: map.y(y), y2: map.y(y) }, moving.up[0]);

  const within = (x, least, most) => x > least && x < most;
  const numbers = [];

  function drawNumbers() {
    const write = (x, y, text, parent, more = {}) => {
      const label = element("text", { x, y, ...more }, parent);
      label.textContent = text;
      return label;
    };
    moving.across.push(group("numbers"));
    moving.up.push(group("numbers"));
    for (const x of across)
      numbers.push([write(map.x(x) + 4, height - 6, shown(x), moving.across[1]), (dx) => within(map.x(x) + dx, 20, width - 70)]);
    for (const y of up)
      numbers.push([write(6, map.y(y) - 5, shown(y), moving.up[1]), (dx, dy) => within(map.y(y) + dy, 38, height - 22)]);
    write(width - 8, height - 6, "x [m]", svg, { class: "unit", "text-anchor": "end" });
    write(6, 16, "y [m]", svg, { class: "unit" });
  }

  /* Numbers that would be cut off, or meet others in a corner, are hidden. */
  function moveBy(dx, dy) {
    for (const part of moving.across) part.setAttribute("transform", `translate(${dx} 0)`);
    for (const part of moving.up) part.setAttribute("transform", `translate(0 ${dy})`);
    for (const [label, isInside] of numbers) label.style.visibility = isInside(dx, dy) ? "" : "hidden";
  }

  return { drawNumbers, moveBy };
}

function drawSolids(svg, map, run) {
  element("path", { class: "solid", d: run.solids.map((shape) => pathData(shape, map, true)).join("") }, svg);
  element("path", { class: "edge", d: run.edges.map((shape) => pathData(shape, map, false)).join("") }, svg);
}

function makeScene(svg, run) {
  const { places, marks } = run.frames;
  const followed = 7;  // the height of the picture in radii of the body it follows
  const tailFrames = run.bodies.length > 60 ? 0 : 40;
  let map, size, grid, world, tails, bodies, markLayer, impactLayer;
  let following = false;

  /* The path of a body over frames [first, last]. */
  function path(body, first, last) {
    const points = [];
    for (let i = first; i <= last; ++i) points.push(places[i][3 * body], places[i][3 * body + 1]);
    return pathData(points, map, false);
  }

  function drawBody(body, i) {
    const colour = bodyColour(i);
    if (!body.outline)
      return element("circle", { class: "body point", r: run.bodies.length > 20 ? 4 : 7, fill: colour }, world);
    const corners = [];
    for (let k = 0; k < body.outline.length; k += 2)
      corners.push(`${(body.outline[k] * map.scale).toFixed(2)},${(-body.outline[k + 1] * map.scale).toFixed(2)}`);
    return element("polygon", { class: "body", points: corners.join(" "), fill: colour, stroke: colour }, world);
  }

  function pictureSize() {
    const [left, right, bottom, top] = run.box;
    const width = svg.clientWidth || 600;
    const wanted = (width * (top - bottom)) / (right - left);
    return { width, height: Math.round(Math.max(220, Math.min(wanted, 0.58 * window.innerHeight))) };
  }

  /* How much larger a lone body is where the picture follows it; 1 where that gains little. */
  function enlargement() {
    const { outline } = run.bodies[0];
    if (run.bodies.length > 1 || !outline) return 1;
    const { width, height } = pictureSize();
    let radius = 0;
    for (let k = 0; k < outline.length; k += 2) radius = Math.max(radius, Math.hypot(outline[k], outline[k + 1]));
    const factor = height / followed / (radius * makeMap(run.box, width, height, 1).scale);
    return factor < 1.5 ? 1 : factor;
  }

  function layOut(follow) {
    following = follow;
    size = pictureSize();
    const { width, height } = size;
    svg.replaceChildren();
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.style.height = `${height}px`;
    map = makeMap(run.box, width, height, following ? enlargement() : 1);
    grid = drawGrid(svg, map, run.box, width, height);
    world = element("g", {}, svg);
    drawSolids(world, map, run);
    const last = places.length - 1;
    run.bodies.forEach((body, i) =>
      element("path", { class: "path", d: path(i, 0, last), stroke: bodyColour(i) }, world));
    tails = run.bodies.map((body, i) => element("path", { class: "tail", stroke: bodyColour(i) }, world));
    bodies = run.bodies.map(drawBody);
    markLayer = element("g", { class: "marks" }, world);
    impactLayer = element("g", { class: "impacts" }, world);
    grid.drawNumbers();
  }

  function moveCamera(i) {
    const dx = following ? size.width / 2 - map.x(places[i][0]) : 0;
    const dy = following ? size.height / 2 - map.y(places[i][1]) : 0;
    world.setAttribute("transform", `translate(${dx} ${dy})`);
    grid.moveBy(dx, dy);
  }

  function show(i) {
    bodies.forEach((shape, b) => {
      const [x, y, theta] = places[i].slice(3 * b, 3 * b + 3);
      const turn = theta ? ` rotate(${((-theta * 180) / Math.PI).toFixed(3)})` : "";
      shape.setAttribute("transform", `translate(${map.x(x).toFixed(2)} ${map.y(y).toFixed(2)})${turn}`);
      if (tailFrames) tails[b].setAttribute("d", path(b, Math.max(0, i - tailFrames), i));
    });
    markLayer.replaceChildren();
    const [long, radius] = marks[i].length > 4 * 16 ? [9, 2.5] : [22, 4.5];  // many stand close together
    for (let k = 0; k < marks[i].length; k += 4) {
      const [x, y, nx, ny] = marks[i].slice(k, k + 4);
      const mark = element("g", { class: "mark", transform: `translate(${map.x(x)} ${map.y(y)})` }, markLayer);
      element("line", { x2: long * nx, y2: -long * ny }, mark);
      element("circle", { r: radius }, mark);
    }
    moveCamera(i);
  }

  /* Rings around the places of impacts; they fade by themselves. */
  function flash(impacts) {
    impactLayer.replaceChildren();
    for (const impact of impacts)
      for (let k = 0; k < impact.marks.length; k += 4)
        element("circle", { class: "impact", cx: map.x(impact.marks[k]), cy: map.y(impact.marks[k + 1]), r: 14 }, impactLayer);
  }

  return { layOut, show, flash, enlargement };
}
