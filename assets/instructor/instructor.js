/* The instructor's page: what a seat says comes over one WebSocket and is shown as it comes; what the
 * instructor asks for goes the same way. Texts of others become text, never markup. */
"use strict";

const $ = (id) => document.getElementById(id);
const MINUTE = 60;            // of a sparkline [s]
const PATH_MOST = 6000;       // points of the path
const EVENTS_MOST = 200;
const LEAST_SPAN = 20;        // of a sparkline, in steps of its last digit
const SILENCE = 2000;         // a seat tells its state ten times a second; without a word for so long it stands still [ms]
const TEXT_MOST = 239;        // of a message or a mark [bytes of UTF-8]: a longer one ends the connection
const ACTIVITY = 60000;       // the server hears of the user's activity at most once in so long [ms]
const HELD = 1500;            // a slider that was moved is left alone for so long [ms]

/* Shown until the instructor chooses: those of these that the machine has. */
const FAVOURITES = ["vehicle.speed", "engine.speed", "fuel.level", "bucket.height", "bucket.tilt", "bucket.angle",
  "bucket.mass", "chassis.roll", "hits.count"];
const FAVOURITES_MOST = 8;

/* How people read units of the machine: name, factor, digits. */
const UNITS = {
  "rad": ["°", 180 / Math.PI, 1], "rad/s": ["°/s", 180 / Math.PI, 1], "m/s": ["km/h", 3.6, 1], "Pa": ["bar", 1e-5, 1],
  "rpm": ["rpm", 1, 0], "kg": ["kg", 1, 0], "m": ["m", 1, 2], "l": ["l", 1, 2], "1": ["", 1, 3], "N": ["kN", 1e-3, 1],
  "N m": ["N m", 1, 0], "W": ["kW", 1e-3, 1], "J": ["kJ", 1e-3, 0],
};

// ---- what is known ----

let socket = null, lastId = 0, retry = 500;
let room = { you: 0, seat: "", connected: false, controller: 0, viewers: [], seats: [] };
let seat = emptySeat();
let state = null;
let heard = 0, silent = false; // when the seat told its state last [ms]; it has told none for SILENCE
let trace = new Map();        // signal -> [[time, value], ...]
let path = [];                // [x, y] of the machine
let lastEvent = 0, instance = 0;
let wishes = new Map();       // id of a request -> what it was, for complaints
let held = new Map();         // slider -> until when the seat's value does not move it
let chosen = null;            // names of signals; null: favourites

function emptySeat() {
  return { driving: false, picture: false, signals: [], faults: [], patterns: [], exercises: [], tasks: [], index: new Map() };
}

function remember(key, value) {
  try { localStorage.setItem("headland." + key, JSON.stringify(value)); } catch { /* private window */ }
}

function recall(key) {
  try { return JSON.parse(localStorage.getItem("headland." + key)); } catch { return null; }
}

// ---- making elements ----

function make(tag, text, className) {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  return element;
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/* Options as [value, text]; keeps what was chosen where it is still there. */
function setOptions(select, options) {
  const before = select.value;
  select.replaceChildren(...options.map(([value, text]) => {
    const option = make("option", text || value);
    option.value = value;
    return option;
  }));
  if (options.some(([value]) => value === before)) select.value = before;
}

function clock(seconds) {
  if (!Number.isFinite(seconds)) return "-";
  const tenths = Math.round(10 * seconds), minutes = Math.floor(tenths / 600);
  return minutes + ":" + (tenths / 10 - 60 * minutes).toFixed(1).padStart(4, "0");
}

function notice(text) {
  $("notice").textContent = text;
  $("notice").hidden = !text;
  if (text) {
    clearTimeout(notice.timer);
    notice.timer = setTimeout(() => { $("notice").hidden = true; }, 6000);
  }
}

// ---- questions ----

/* Ask in a dialog; what is to be entered is shown with it.
 * question: title, text, action, and perhaps warning, danger, severity (of a fault now), reason (true).
 * @return null: cancelled; else { severity, by, why } */
function confirmed(question) {
  setText($("ask-title"), question.title);
  setText($("ask-text"), question.text);
  setText($("ask-warning"), question.warning || "");
  $("ask-warning").hidden = !question.warning;
  setText($("ask-yes"), question.action);
  $("ask-yes").className = question.danger ? "danger" : "primary";
  $("ask-severity").hidden = question.severity === undefined;
  $("ask-reason").hidden = !question.reason;
  if (question.severity !== undefined) $("severity").value = question.severity;
  if (question.reason) { $("by").value = recall("name") || ""; $("why").value = ""; }
  confirmed.question = question;
  $("ask").returnValue = "";
  showAnswer();
  $("ask").showModal();
  return new Promise((resolve) => {
    $("ask").addEventListener("close", () => resolve($("ask").returnValue === "yes" ? answered() : null), { once: true });
  });
}

function answered() {
  return { severity: Number($("severity").value), by: $("by").value.trim(), why: $("why").value.trim() };
}

/* What is asked for must be there, and must change something. */
function showAnswer() {
  const { severity, reason, action } = confirmed.question, now = answered();
  setText($("severity-now"), percent(now.severity));
  if (severity !== undefined) setText($("ask-yes"), action + " " + percent(now.severity));
  $("ask-yes").disabled = (severity !== undefined && now.severity === severity) || (reason && !(now.by && now.why));
}

for (const id of ["severity", "by", "why"]) $(id).addEventListener("input", showAnswer);
$("severity-steps").replaceChildren(...[0.25, 0.5, 0.75, 1].map((step) => {
  const button = make("button", Math.round(100 * step) + " %");
  button.type = "button";
  button.addEventListener("click", () => { $("severity").value = step; showAnswer(); });
  return button;
}));

// ---- the line to the server ----

function connect() {
  const scheme = location.protocol === "https:" ? "wss://" : "ws://";
  socket = new WebSocket(scheme + location.host + "/", "headland");
  socket.addEventListener("open", () => {
    retry = 500;
    const wanted = sessionStorage.getItem("headland.seat");
    if (wanted) sendRaw({ type: "watch", seat: wanted });
    if (sessionStorage.getItem("headland.control") === "mine") sendRaw({ type: "control", action: "take" });
  });
  socket.addEventListener("message", (message) => {
    for (const line of message.data.split("\n")) if (line) hear(JSON.parse(line));
  });
  socket.addEventListener("close", (event) => {
    socket = null;
    checkSession();
    room = { ...room, connected: false, controller: 0, viewers: [] };
    showRoom();
    if (event.code === 1008 || event.code === 1009) notice("The server has hung up: " + event.reason);
    setTimeout(connect, retry);
    retry = Math.min(2 * retry, 5000);
  });
}

/* Without a session the server shows a field for the token. */
async function checkSession() {
  try {
    const reply = await fetch("api/session", { credentials: "same-origin" });
    if (reply.status === 401) location.reload();
  } catch { /* there is no server */ }
}

/* A session ends when its user does nothing for long: the page says that he does. */
function tellActivity() {
  const now = performance.now();
  if (now - tellActivity.last < ACTIVITY) return;
  if (sendRaw({ type: "active" })) tellActivity.last = now;
}
tellActivity.last = -Infinity;
for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, tellActivity);

$("log-out").addEventListener("click", async () => {
  sessionStorage.setItem("headland.control", "");
  try {
    await fetch("logout", { method: "POST", credentials: "same-origin", redirect: "manual" });
  } catch { /* the session ends by itself */ }
  location.reload();
});

function sendRaw(message) {
  if (!socket || socket.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(message));
  return true;
}

/* A request to the seat; what becomes of it shows in the next states, or as a complaint. */
function ask(what, message) {
  const id = ++lastId;
  if (!sendRaw({ ...message, id })) return notice(what + ": there is no connection");
  wishes.set(id, what);
  return undefined;
}

function hear(line) {
  const takers = { room: hearRoom, hello: hearHello, list: hearList, state: hearState, event: hearEvent, answer: hearAnswer };
  if (Object.hasOwn(takers, line.type)) takers[line.type](line);
}

function hearAnswer(line) {
  const what = wishes.get(line.id) || "Control";
  wishes.delete(line.id);
  if (!line.ok) notice(what + ": " + line.why + ".");
}

// ---- the room ----

function hearRoom(line) {
  if (line.seat !== room.seat) forgetDrive();
  if (line.connected && !room.connected) heard = performance.now();
  room = line;
  if (room.controller) sessionStorage.setItem("headland.control", hasControl() ? "mine" : "");
  if (!room.connected) {
    seat = emptySeat();
    state = null;
    showSeat();
  }
  showRoom();
}

/* A seat whose process is stopped, or starved, keeps its connection. */
function watchSilence() {
  const before = silent;
  silent = room.connected && performance.now() - heard > SILENCE;
  if (silent === before) return;
  showRoom();
  showState();
}

function hasControl() {
  return room.you > 0 && room.controller === room.you;
}

function showRoom() {
  setOptions($("seats"), room.seats.map((s) => [s.name, s.name + (s.connected ? "" : " (not there)")]));
  $("seats").value = room.seat;
  const online = socket && socket.readyState === WebSocket.OPEN;
  setText($("link"), !online ? "no server" : !room.connected ? "no seat" : silent ? "seat silent" : "live");
  $("link").className = "badge" + (!online || silent ? " bad" : room.connected ? "" : " off");
  setText($("viewers"), room.viewers.length === 1 ? "1 viewer" : room.viewers.length + " viewers");
  setText($("controller"), hasControl() ? "you control" : room.controller ? "viewer " + room.controller + " controls"
    : "nobody controls");
  setText($("control"), hasControl() ? "Release control" : "Take control");
  $("control").disabled = !online || (room.controller !== 0 && !hasControl());
  $("control").classList.toggle("primary", !hasControl());
  const others = room.viewers.filter((v) => v !== room.you);
  $("give").hidden = !hasControl() || others.length === 0;
  setOptions($("give"), [["", "Hand over to …"], ...others.map((v) => [String(v), "Viewer " + v])]);
  $("give").value = "";
  $("commands").disabled = !hasControl() || !room.connected || silent || !seat.driving;
  $("why-not").hidden = hasControl();
  setText($("why-not"), room.controller ? "Viewer " + room.controller + " controls this seat; you watch."
    : "Take control to give commands. Others may watch meanwhile.");
}

$("seats").addEventListener("change", () => {
  sessionStorage.setItem("headland.seat", $("seats").value);
  sendRaw({ type: "watch", seat: $("seats").value });
});

$("control").addEventListener("click", () => {
  const release = hasControl();
  sessionStorage.setItem("headland.control", release ? "" : "mine");
  sendRaw({ type: "control", action: release ? "release" : "take" });
});

$("give").addEventListener("change", () => {
  if (!$("give").value) return;
  sendRaw({ type: "control", action: "give", to: Number($("give").value) });
});

// ---- the seat ----

function forgetDrive() {
  trace = new Map();
  path = [];
  lastEvent = 0;
  $("events").replaceChildren();
}

function hearHello(line) {
  if (line.instance !== instance) forgetDrive();
  instance = line.instance;
  seat = { ...emptySeat(), ...line };
  trace = new Map();
  path = [];
  showSeat();
  showRoom();
}

function hearList(line) {
  if (!["signals", "faults", "patterns", "exercises", "tasks"].includes(line.list)) return;
  seat[line.list].splice(line.first, line.items.length, ...line.items);
  if (line.list === "signals") line.items.forEach((item, i) => seat.index.set(item[0], line.first + i));
  clearTimeout(hearList.timer);
  hearList.timer = setTimeout(showSeat, 0);
}

function showSeat() {
  setText($("title"), !room.connected ? "No seat" : seat.driving ? seat.title || seat.scenario : "Nothing is driven");
  setText($("about"), !room.connected ? "Waiting for the seat to connect."
    : seat.driving ? [seat.machine, seat.variants].filter(Boolean).join(" · ") : "The seat is between two drives.");
  setText($("trainee"), seat.trainee || "-");
  setOptions($("exercises"), [["", "Choose an exercise …"], ...seat.exercises]);
  $("load").disabled = !$("exercises").value;
  setOptions($("patterns"), seat.patterns.map(([name, meaning]) => [name, meaning ? name + ": " + meaning : name]));
  showTaskList();
  showFaultList();
  showSignalTable();
  if (!$("chooser").hidden) showChoices();
  showState();
}

// ---- tasks ----

function showTaskList() {
  $("no-tasks").hidden = seat.tasks.length > 0;
  $("tasks").replaceChildren(...seat.tasks.map(([name, text]) => {
    const item = make("li");
    item.append(make("span", text || name), make("span", "", "count"));
    return item;
  }));
}

/* State of a task as its signal tells: 0 waits, 1 goes on, 2 done, 3 late. */
const TASK_CLASSES = ["", "active", "done", "late"];

/* Signals have no blanks in their names. */
function ofTask(name, what) {
  return valueOf("task." + name.replace(/[ \t-\r]/g, "_") + "." + what);
}

function showTasks() {
  seat.tasks.forEach(([name], i) => {
    const item = $("tasks").children[i], now = ofTask(name, "state"), count = ofTask(name, "count");
    if (!item) return;
    const className = [TASK_CLASSES[now] || "", state && state.task === i ? "shown" : ""].join(" ").trim();
    if (item.className !== className) item.className = className;
    setText(item.lastChild, count > 1 ? "×" + count : "");
  });
}

// ---- state ----

function valueOf(name) {
  const at = seat.index.get(name);
  return state && state.values && at !== undefined ? state.values[at] : null;
}

function hearState(line) {
  heard = performance.now();
  if (state && line.time < state.time) { trace = new Map(); path = []; }
  state = line;
  if (line.values) keepTrace();
  showState();
}

function keepTrace() {
  for (const name of shownSignals()) {
    const list = trace.get(name) || [], value = valueOf(name);
    if (value !== null && (list.length === 0 || state.time > list[list.length - 1][0])) list.push([state.time, value]);
    while (list.length && list[0][0] < state.time - MINUTE) list.shift();
    trace.set(name, list);
  }
  const x = valueOf("chassis.x"), y = valueOf("chassis.y"), last = path[path.length - 1];
  if (x === null || y === null) return;
  if (!last || Math.hypot(x - last[0], y - last[1]) > 0.05) path.push([x, y]);
  if (path.length > PATH_MOST) path = path.filter((_, i) => i % 2 === 0 || i > PATH_MOST / 2);
}

function stateWord() {
  if (!room.connected || silent || !state || !seat.driving) return ["-", "off"];
  if (state.result > 0) return ["finished", ""];
  if (state.result < 0) return ["failed", "bad"];
  if (state.ended) return ["ended", "off"];
  return state.paused ? ["paused", "hold"] : ["running", ""];
}

function showState() {
  const [word, className] = stateWord(), drive = seat.driving ? state : null;
  setText($("state"), word);
  $("state").className = ("badge " + className).trim();
  setText($("time"), state && state.values ? clock(state.time) : "-");
  const score = drive ? drive.score : null;
  setText($("score"), score === null || score === undefined ? "-" : score.toFixed(1));
  $("score-bar").style.width = Math.max(0, Math.min(100, score || 0)) + "%";
  setText($("attempt"), !drive ? "-" : drive.attempt ? "No. " + drive.attempt : "not kept");
  setText($("missed"), state && state.values ? String(state.missed) : "-");
  const pattern = state && seat.patterns[state.pattern];
  setText($("pattern-now"), pattern ? pattern[0] : "-");
  $("pattern-now").title = pattern ? pattern[1] : "";
  setText($("pause"), state && state.paused ? "Resume" : "Pause");
  $("message-now").hidden = !(drive && drive.message);
  setText($("message-now"), drive && drive.message ? "Sent last: " + drive.message : "");
  if (pattern && !isHeld("patterns")) $("patterns").value = pattern[0];
  showTasks();
  showWeather();
  showFaults();
  showSignals();
  drawMap();
}

// ---- signals ----

function shownSignals() {
  const names = chosen || FAVOURITES;
  const there = names.filter((name) => seat.index.has(name));
  return chosen ? there : there.slice(0, FAVOURITES_MOST);
}

function unitOf(name) {
  const unit = (seat.signals[seat.index.get(name)] || ["", ""])[1];
  return UNITS[unit] || [unit, 1, 2];
}

/* "bucket.soil_force": "Bucket soil force". */
function wordsOf(name) {
  const words = name.replace(/[._]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/* What people call it, what it means, and its name. */
function labelOf(name, meaning) {
  const label = make("span", undefined, "label"), head = make("span", wordsOf(name) + " ");
  head.append(make("code", name));
  label.append(head, make("span", meaning, "quiet"));
  return label;
}

function showSignalTable() {
  $("signals").replaceChildren(...shownSignals().map((name) => {
    const row = make("tr"), canvas = make("canvas"), cell = make("td"), head = make("td");
    head.append(labelOf(name, seat.signals[seat.index.get(name)][2]));
    canvas.setAttribute("aria-hidden", "true");
    cell.append(canvas);
    row.dataset.name = name;
    row.append(head, cell, make("td", "-", "number"), make("td", unitOf(name)[0]));
    return row;
  }));
}

/* Counts and shares without the zeros behind them. */
function number(value, digits, unit) {
  const text = value.toFixed(digits).replace(/^-(?=[0.]*$)/, "");
  return unit ? text : String(Number(text));
}

function showSignals() {
  for (const row of $("signals").children) {
    const name = row.dataset.name, [, factor, digits] = unitOf(name), value = valueOf(name);
    row.children[1].title = span(trace.get(name) || [], unitOf(name));
    setText(row.children[2], value === null ? "-" : number(value * factor, digits, unitOf(name)[0]));
    drawTrace(row.children[1].firstChild, trace.get(name) || [], LEAST_SPAN / factor / 10 ** digits);
  }
}

/* A canvas in the pixels of the screen. */
function prepare(canvas) {
  const scale = window.devicePixelRatio || 1, width = Math.round(canvas.clientWidth * scale);
  const height = Math.round(canvas.clientHeight * scale);
  if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height; }
  const context = canvas.getContext("2d");
  context.clearRect(0, 0, width, height);
  return { context, width, height, scale };
}

/* From where to where it went. */
function span(list, [unit, factor, digits]) {
  const values = list.map(([, value]) => value * factor);
  return values.length ? [Math.min(...values), Math.max(...values)].map((v) => number(v, digits, unit)).join(" to ") + " " + unit : "";
}

/* `least` is spanned at least: noise that the figures do not show is not shown here either. */
function drawTrace(canvas, list, least) {
  const { context, width, height, scale } = prepare(canvas);
  if (list.length < 2) return;
  let low = Infinity, high = -Infinity;
  for (const [, value] of list) { low = Math.min(low, value); high = Math.max(high, value); }
  const middle = (low + high) / 2, end = list[list.length - 1][0], edge = 2 * scale;
  const range = Math.max(high - low, least);
  context.beginPath();
  list.forEach(([time, value], i) => {
    const x = width - edge - (end - time) / MINUTE * width, y = height / 2 - (value - middle) / range * (height - 2 * edge);
    if (i) context.lineTo(x, y); else context.moveTo(x, y);
  });
  context.strokeStyle = "#63b3ed";
  context.lineWidth = 1.5 * scale;
  context.stroke();
}

function showChoices() {
  const words = $("find").value.toLowerCase();
  const shown = new Set(shownSignals());
  const list = seat.signals.filter(([name, , meaning]) => (name + " " + wordsOf(name) + " " + meaning).toLowerCase().includes(words));
  $("choices").replaceChildren(...list.map(([name, , meaning]) => {
    const item = make("li"), label = make("label"), box = make("input");
    box.type = "checkbox";
    box.checked = shown.has(name);
    box.addEventListener("change", () => choose(name, box.checked));
    label.append(box, labelOf(name, meaning));
    item.append(label);
    return item;
  }));
}

function choose(name, wanted) {
  const names = shownSignals().filter((other) => other !== name);
  chosen = wanted ? [...names, name] : names;
  remember("signals", chosen);
  showSignalTable();
  showSignals();
}

$("choose").addEventListener("click", () => {
  const open = $("chooser").hidden;
  $("chooser").hidden = !open;
  $("choose").setAttribute("aria-expanded", String(open));
  if (open) { showChoices(); $("find").focus(); }
});
$("find").addEventListener("input", showChoices);

// ---- map ----

/* A round step, so that the grid has some five to ten lines. */
function gridStep(span) {
  const rough = span / 6, power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough);
}

function drawGrid(m, toX, toY, left, bottom, spanX, spanY, step) {
  m.context.strokeStyle = "#1d252d";
  m.context.lineWidth = m.scale;
  m.context.beginPath();
  for (let x = Math.ceil(left / step) * step; x < left + spanX; x += step) { m.context.moveTo(toX(x), 0); m.context.lineTo(toX(x), m.height); }
  for (let y = Math.ceil(bottom / step) * step; y < bottom + spanY; y += step) { m.context.moveTo(0, toY(y)); m.context.lineTo(m.width, toY(y)); }
  m.context.stroke();
}

function drawMachine(m, x, y, heading) {
  const size = 8 * m.scale;
  m.context.save();
  m.context.translate(x, y);
  m.context.rotate(-(heading || 0));
  m.context.beginPath();
  m.context.moveTo(1.4 * size, 0);
  m.context.lineTo(-size, 0.8 * size);
  m.context.lineTo(-0.5 * size, 0);
  m.context.lineTo(-size, -0.8 * size);
  m.context.closePath();
  m.context.fillStyle = "#f2a83b";
  m.context.fill();
  m.context.restore();
}

/* Where the bucket of an excavator is. */
function drawArm(m, x, y, heading, scale) {
  const reach = valueOf("bucket.reach"), swing = valueOf("swing.angle");
  if (reach === null || swing === null) return;
  const toX = x + reach * scale * Math.cos((heading || 0) + swing), toY = y - reach * scale * Math.sin((heading || 0) + swing);
  m.context.beginPath();
  m.context.moveTo(x, y);
  m.context.lineTo(toX, toY);
  m.context.arc(toX, toY, 2 * m.scale, 0, 2 * Math.PI);
  m.context.strokeStyle = "#9aa7b4";
  m.context.lineWidth = 2 * m.scale;
  m.context.stroke();
}

function drawMap() {
  const m = prepare($("map"));
  setText($("place"), "");
  if (path.length === 0 || !m.width) return;
  let left = Infinity, right = -Infinity, bottom = Infinity, top = -Infinity;
  for (const [x, y] of path) { left = Math.min(left, x); right = Math.max(right, x); bottom = Math.min(bottom, y); top = Math.max(top, y); }
  const scale = Math.min(m.width / Math.max(right - left + 8, 24), m.height / Math.max(top - bottom + 8, 24));
  const spanX = m.width / scale, spanY = m.height / scale;
  const west = (left + right - spanX) / 2, south = (bottom + top - spanY) / 2, step = gridStep(Math.min(spanX, spanY));
  const toX = (x) => (x - west) * scale, toY = (y) => m.height - (y - south) * scale;
  drawGrid(m, toX, toY, west, south, spanX, spanY, step);
  m.context.beginPath();
  path.forEach(([x, y], i) => { if (i) m.context.lineTo(toX(x), toY(y)); else m.context.moveTo(toX(x), toY(y)); });
  m.context.strokeStyle = "#63b3ed";
  m.context.lineWidth = 2 * m.scale;
  m.context.lineJoin = "round";
  m.context.stroke();
  const [x, y] = path[path.length - 1], heading = valueOf("chassis.heading");
  drawArm(m, toX(x), toY(y), heading, scale);
  drawMachine(m, toX(x), toY(y), heading);
  m.context.fillStyle = "#9aa7b4";
  m.context.font = 11 * m.scale + "px sans-serif";
  m.context.fillRect(10 * m.scale, m.height - 8 * m.scale, step * scale, m.scale);
  m.context.fillText(step + " m", 10 * m.scale, m.height - 12 * m.scale);
  setText($("place"), "x " + x.toFixed(1) + " m, y " + y.toFixed(1) + " m");
}

// ---- commands ----

$("pause").addEventListener("click", () => {
  const paused = state && state.paused;
  ask(paused ? "Resume" : "Pause", { type: paused ? "resume" : "pause" });
});
$("reset").addEventListener("click", async () => {
  if (await confirmed({ title: "Begin the exercise anew?", text: endsAttempt(), action: "Reset", danger: true }))
    ask("Reset", { type: "reset" });
});
$("stop").addEventListener("click", async () => {
  if (await confirmed({ title: "End the exercise?", text: endsAttempt(), action: "Stop", danger: true }))
    ask("Stop", { type: "stop" });
});

/* Whether somebody would lose an attempt by it. */
function isDriven() {
  return Boolean(seat.driving && state && !state.ended && state.result === 0);
}

function endsAttempt() {
  const attempt = state && state.attempt ? "Attempt " + state.attempt : "The drive";
  return isDriven() ? attempt + (seat.trainee ? " of " + seat.trainee : "") + " ends as stopped." : "No attempt is running.";
}

$("exercises").addEventListener("change", () => { $("load").disabled = !$("exercises").value; });
$("load-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const exercise = $("exercises").value, title = $("exercises").selectedOptions[0].textContent;
  if (!exercise) return;
  if (isDriven() && !await confirmed({ title: "Load \u201c" + title + "\u201d?", text: endsAttempt(), action: "End and load", danger: true }))
    return;
  ask("Load", { type: "load", exercise });
  $("exercises").value = "";
  $("load").disabled = true;
});
$("patterns").addEventListener("change", () => {
  hold("patterns");
  ask("Pattern", { type: "pattern", pattern: $("patterns").value });
});

/* A text of the instructor. The seat takes no control characters, as pasted tabs; what is too long stays, to be
 * shortened. */
function say(what, type) {
  const text = $(type).value.replace(/\p{Cc}/gu, " ").trim(), bytes = new TextEncoder().encode(text).length;
  if (bytes > TEXT_MOST) return notice(what + ": too long: " + bytes + " bytes, at most " + TEXT_MOST + " can be sent.");
  ask(what, { type, text });
  $(type).value = "";
  return undefined;
}

$("message-form").addEventListener("submit", (event) => {
  event.preventDefault();
  say("Message", "message");
});
$("mark-form").addEventListener("submit", (event) => {
  event.preventDefault();
  say("Mark", "mark");
});

// ---- weather ----

/* Slider, key, what the slider says from the seat's number and back, what is shown. */
const plain = (x) => x;
const percent = (x) => Math.round(100 * x) + " %";
const speed = (x) => x.toFixed(1) + " m/s";
const WEATHER = [
  ["time-of-day", (s) => s.time_of_day, (x) => ({ time_of_day: x }), plain, plain,
    (x) => Math.floor(Math.round(60 * x) / 60) + ":" + String(Math.round(60 * x) % 60).padStart(2, "0")],
  ["cloud", (s) => s.cloud, (x) => ({ cloud: x }), plain, plain, percent],
  ["rain", (s) => s.rain, (x) => ({ rain: x }), plain, plain, percent],
  ["visibility", (s) => s.visibility, (x) => ({ visibility: Math.round(x) }), Math.log10, (x) => 10 ** x,
    (x) => (x < 1000 ? Math.round(x) + " m" : (x / 1000).toFixed(1) + " km")],
  ["wind-x", (s) => s.wind[0], (x) => ({ wind: [x, state ? state.wind[1] : 0] }), plain, plain, speed],
  ["wind-y", (s) => s.wind[1], (x) => ({ wind: [state ? state.wind[0] : 0, x] }), plain, plain, speed],
];

function hold(id) {
  held.set(id, performance.now() + HELD);
}

function isHeld(id) {
  return document.activeElement && document.activeElement.id === id && (held.get(id) || 0) > performance.now();
}

function showWeather() {
  $("weather").disabled = !seat.picture;
  $("no-weather").hidden = seat.picture || !seat.driving;
  for (const [id, read, , toSlider, , show] of WEATHER) {
    const slider = $(id), value = state && seat.picture ? read(state) : null;
    if ((held.get(id) || 0) > performance.now()) continue;
    if (value !== null && value !== undefined) slider.value = toSlider(value);
    setText(slider.nextElementSibling, value === null || value === undefined ? "-" : show(value));
  }
}

for (const [id, , write, , fromSlider, show] of WEATHER) {
  const slider = $(id);
  slider.addEventListener("input", () => {
    hold(id);
    setText(slider.nextElementSibling, show(fromSlider(Number(slider.value))));
  });
  slider.addEventListener("change", () => {
    hold(id);
    ask("Weather", { type: "weather", ...write(fromSlider(Number(slider.value))) });
  });
}

// ---- faults ----

const NO_RANK = "The attempt becomes practice: it has no rank, even if the fault is repaired.";

/* First choose how severe it is, then confirm: a fault takes the attempt's rank. */
async function breakPart(name, meaning, index) {
  const now = state && state.faults ? state.faults[index] || 0 : 0;
  const answer = await confirmed({ title: meaning || name, text: "Choose how severe the fault is.", action: "Apply", danger: true,
    severity: now, warning: NO_RANK });
  if (answer) ask("Fault", { type: "fault", fault: name, severity: answer.severity });
}

function faultRow([name, meaning], index) {
  const item = make("li"), label = make("span", undefined, "label"), output = make("output", "-");
  const set = make("button", "Break …"), repair = make("button", "Repair");
  label.append(make("span", meaning || wordsOf(name)), make("code", name));
  set.type = repair.type = "button";
  set.setAttribute("aria-label", "Break: " + (meaning || name));
  repair.setAttribute("aria-label", "Repair: " + (meaning || name));
  repair.className = "repair";
  repair.hidden = true;
  set.addEventListener("click", () => breakPart(name, meaning, index));
  repair.addEventListener("click", () => ask("Fault", { type: "fault", fault: name, severity: 0 }));
  item.dataset.name = name;
  item.append(label, output, set, repair);
  return item;
}

function showFaultList() {
  $("no-faults").hidden = seat.faults.length > 0;
  const shown = seat.faults.map(([name]) => name).join("\n");
  if ($("faults").dataset.shown === shown) return;
  $("faults").dataset.shown = shown;
  $("faults").replaceChildren(...seat.faults.map(faultRow));
}

function showFaults() {
  seat.faults.forEach((_, i) => {
    const item = $("faults").children[i], severity = state && state.faults ? state.faults[i] : null;
    if (!item) return;
    setText(item.querySelector("output"), severity === null ? "-" : severity > 0 ? percent(severity) : "intact");
    item.classList.toggle("broken", severity > 0);
    item.querySelector(".repair").hidden = !(severity > 0);
  });
}

// ---- events ----

function hearEvent(line) {
  if (line.number <= lastEvent) return;
  lastEvent = line.number;
  const item = make("li"), text = make("span"), time = make("time", clock(line.time));
  text.append(make("span", line.kind, "kind"), make("span", line.text));
  item.append(time, text);
  $("events").prepend(item);
  while ($("events").children.length > EVENTS_MOST) $("events").lastChild.remove();
}

// ---- results ----

let attempts = [], exercises = [];

const fixed = (value, digits) => (value === null || value === undefined ? "-" : value.toFixed(digits));

/* Cells as [text, class]; on a phone each row is a list, whose names come from the table's head. */
function row(table, cells) {
  const line = make("tr"), heads = $(table).parentElement.tHead.rows[0].cells;
  cells.forEach(([text, className], i) => {
    const cell = make("td", text, className);
    cell.dataset.head = heads[i].textContent;
    line.append(cell);
  });
  return line;
}

/* What leaderboards make of it, and the button that changes it. */
async function decide(a) {
  const voided = !a.void;
  const answer = await confirmed({ title: (voided ? "Void attempt " : "Let count again: attempt ") + a.attempt + " of " + a.trainee + "?",
    text: voided ? "It is left out of leaderboards. Its score and its recording are kept." : "It is void: " + a.void_why,
    action: voided ? "Void" : "Let it count", danger: voided, reason: true });
  if (!answer) return;
  remember("name", answer.by);
  try {
    const body = JSON.stringify({ attempt: a.attempt, void: voided, by: answer.by, why: answer.why });
    const reply = await fetch("api/void", { method: "POST", credentials: "same-origin", body });
    const done = reply.ok ? await reply.json() : { ok: false, why: "status " + reply.status };
    if (!done.ok) notice("Attempt " + a.attempt + ": " + done.why + ".");
  } catch (error) {
    notice("Attempt " + a.attempt + ": " + error.message);
  }
  showResults();
}

function fillCounts(cell, a) {
  const button = make("button", a.void ? "Let count …" : "Void …");
  if (a.void) cell.append(make("span", "void: " + a.void_why + " (" + a.void_by + ")", "bad"));
  if (a.result === "running") return;
  button.type = "button";
  button.setAttribute("aria-label", button.textContent + " attempt " + a.attempt);
  button.addEventListener("click", () => decide(a));
  cell.append(button);
}

function attemptRow(a) {
  const kind = a.reference ? " (reference)" : a.practice ? " (practice)" : "", running = a.result === "running";
  const line = row("attempts", [[String(a.attempt), "number"], [new Date(1000 * a.began).toLocaleString()], [a.trainee],
    [a.title || a.exercise], [a.result + (a.reason && a.reason !== a.result ? ": " + a.reason : "") + kind],
    [running ? "-" : fixed(a.score, 1), "number"], [running ? "-" : clock(a.time), "number"],
    [running ? "-" : fixed(a.fuel, 2), "number"], [running ? "-" : String(a.hits), "number"], [a.proof], [""], ["", "counts"]]);
  if (a.debrief) {
    const link = make("a", "open");
    link.href = "api/debrief/" + a.attempt;
    link.target = "_blank";
    link.rel = "noopener";
    line.children[10].append(link);
  }
  line.classList.toggle("void", a.void);
  fillCounts(line.lastChild, a);
  return line;
}

function showAttempts() {
  const trainee = $("of-trainee").value, exercise = $("of-exercise").value;
  $("attempts").replaceChildren(...attempts
    .filter((a) => (!trainee || a.trainee === trainee) && (!exercise || a.exercise === exercise)).map(attemptRow));
}

function showLeaders() {
  const of = exercises.find((e) => e.name === $("leaders-of").value), ranks = of ? of.ranks : [];
  $("no-leaders").hidden = ranks.length > 0;
  $("leaders").replaceChildren(...ranks.map((r) => row("leaders", [[String(r.rank), "number"], [r.trainee], [fixed(r.score, 1), "number"],
    [fixed(r.best, 1), "number"], [clock(r.time), "number"], [fixed(r.fuel, 2), "number"], [fixed(r.hits, 0), "number"],
    [String(r.attempts), "number"]])));
}

async function fetchJson(address) {
  const reply = await fetch(address, { credentials: "same-origin" });
  if (reply.status === 401) location.reload();
  if (!reply.ok) throw new Error("status " + reply.status);
  return reply.json();
}

async function showResults() {
  try {
    const [history, leaders] = await Promise.all([fetchJson("api/attempts"), fetchJson("api/leaderboard")]);
    attempts = history.attempts;
    exercises = leaders.exercises;
    $("attempts-why").hidden = !history.why && attempts.length > 0;
    setText($("attempts-why"), history.why || "There are no attempts yet.");
    const all = (names) => [["", "all"], ...[...new Set(names)].sort().map((name) => [name, name])];
    setOptions($("of-trainee"), all(attempts.map((a) => a.trainee)));
    setOptions($("of-exercise"), all(attempts.map((a) => a.exercise)));
    setOptions($("leaders-of"), exercises.map((e) => [e.name, e.name]));
    showAttempts();
    showLeaders();
  } catch (error) {
    notice("Results: " + error.message);
  }
}

function show(results) {
  $("drive").hidden = results;
  $("results").hidden = !results;
  $("show-drive").setAttribute("aria-pressed", String(!results));
  $("show-results").setAttribute("aria-pressed", String(results));
  if (results) showResults();
}

$("show-drive").addEventListener("click", () => show(false));
$("show-results").addEventListener("click", () => show(true));
$("refresh").addEventListener("click", showResults);
$("of-trainee").addEventListener("change", showAttempts);
$("of-exercise").addEventListener("change", showAttempts);
$("leaders-of").addEventListener("change", showLeaders);

// ---- begin ----

chosen = recall("signals");
if (!Array.isArray(chosen) || !chosen.every((name) => typeof name === "string")) chosen = null;
window.addEventListener("resize", showState);
showRoom();
showSeat();
setInterval(watchSilence, 250);
connect();
