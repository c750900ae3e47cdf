'use strict';
// The page of the virtual board. What it shows comes by /news, what is done goes to /act.

const TEXTS = {
  it: {
    setup: 'Disponi i pezzi', power: 'Corrente', north: 'Nord', south: 'Sud', slide: 'trascina strisciando',
    stream: 'Il flusso USB', live: 'mostra anche i contatti', help: 'Come si usa',
    lost: 'collegamento interrotto…', off: 'senza corrente', plays: 'giocano le mani del programma',
    port: 'Porta USB:', reads: { pty: 'letta da un programma', tcp: 'letta via TCP', page: 'legge questa pagina' },
    hints: [
      'Il Bianco siede a sud. Il Nero preme il suo pulsante (Nord): parte l’orologio del Bianco.',
      'Un pezzo si alza premendo, si posa lasciando; i pezzi presi vanno trascinati fuori.',
      'Con il tasto destro, con Maiusc o con la casella il pezzo striscia sulle case.',
      'Tasti: S e N i pulsanti, spazio quello di chi ha l’orologio in moto; M, − e + i tasti dell’arbitro (tenuti premuti: M = menù); P la corrente.',
    ],
    kinds: { Started: 'partita', Seated: 'il Bianco siede', Pressed: 'pulsante', Accomodo: 'accomodo', Touched: 'toccato',
      Moved: 'mossa', Irregularity: 'irregolarità', Decided: 'decisione', Notice: 'avviso', Halted: 'gioco fermo',
      Restored: 'damiera a posto', AskedArbiter: 'arbitro', Tagged: 'nota', NotTheOpening: 'apertura', Paused: 'pausa',
      Resumed: 'ripresa', Flag: 'bandierina', Ended: 'risultato', Claimed: 'richiesta', Refused: 'respinta', Count: 'conteggio',
      Corrected: 'orologio corretto', TakenBack: 'mossa annullata', PositionSet: 'posizione', Fault: 'guasto', Storage: 'memoria',
      Recovered: 'ripristino', Contact: 'contatto', Hello: 'presentazione', Reply: 'risposta', Stored: 'in memoria', Lost: 'persi', Log: 'registro' },
  },
  en: {
    setup: 'Set up the pieces', power: 'Power', north: 'North', south: 'South', slide: 'slide pieces',
    stream: 'The USB stream', live: 'show contacts too', help: 'How to use it',
    lost: 'connection lost…', off: 'no power', plays: 'the program’s hands are playing',
    port: 'USB port:', reads: { pty: 'read by a program', tcp: 'read over TCP', page: 'read by this page' },
    hints: [
      'White sits at the south. Black presses his button (North): White’s clock starts.',
      'Press on a piece to lift it, let go to drop it; captured pieces are dragged off the board.',
      'With the right button, with Shift or with the box ticked the piece slides over the squares.',
      'Keys: S and N the players’ buttons, space that of the running clock; M, − and + the arbiter’s keys (hold them: M = menu); P the power.',
    ],
    kinds: { Started: 'game', Seated: 'White sits', Pressed: 'button', Accomodo: 'adjusting', Touched: 'touched',
      Moved: 'move', Irregularity: 'irregularity', Decided: 'decision', Notice: 'notice', Halted: 'halted',
      Restored: 'board restored', AskedArbiter: 'arbiter', Tagged: 'tag', NotTheOpening: 'opening', Paused: 'pause',
      Resumed: 'resumed', Flag: 'flag', Ended: 'result', Claimed: 'claim', Refused: 'refused', Count: 'count',
      Corrected: 'clock corrected', TakenBack: 'taken back', PositionSet: 'position', Fault: 'fault', Storage: 'storage',
      Recovered: 'recovered', Contact: 'contact', Hello: 'hello', Reply: 'reply', Stored: 'stored', Lost: 'lost', Log: 'log' },
  },
};

const $ = id => document.getElementById(id);
const KEYS = ['south', 'north', 'menu', 'minus', 'plus'];
let language = localStorage.getItem('language') || (navigator.language.startsWith('it') ? 'it' : 'en');
let state = { power: true, board: '.'.repeat(64), off: '', keys: 0, sounds: 0 };
let online = false;

// --- orders, one after the other: a lift must never overtake a drop
let orders = Promise.resolve();
function act(order) {
  const body = JSON.stringify(order);
  orders = orders
    .then(() => fetch('/act', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }))
    .catch(() => {});
}

// --- texts
function translate() {
  const t = TEXTS[language];
  document.documentElement.lang = language;
  document.querySelectorAll('[data-t]').forEach(e => { e.textContent = t[e.dataset.t]; });
  $('language').textContent = language === 'it' ? 'EN' : 'IT';
  $('hints').replaceChildren(...t.hints.map(text => element('li', '', text)));
  document.querySelectorAll('#lines .kind').forEach(e => { e.textContent = t.kinds[e.dataset.kind] || e.dataset.kind; });
  showState();
}
$('language').onclick = () => {
  language = language === 'it' ? 'en' : 'it';
  localStorage.setItem('language', language);
  translate();
};

function element(name, className, text) {
  const e = document.createElement(name);
  e.className = className;
  if (text !== undefined) e.textContent = text;
  return e;
}

// --- the board: square 1 is at the top left, and dark
const cells = [];
for (let index = 0; index < 64; index++) {
  const row = index >> 3, column = index & 7, dark = (row + column) % 2 === 0;
  const cell = element('div', dark ? 'cell dark' : 'cell');
  cell.dataset.cell = index;
  if (dark) cell.append(element('i', '', String(row * 4 + (column >> 1) + 1)));
  cells.push(cell);
  $('board').append(cell);
}

function disc(letter) {
  const king = letter === letter.toUpperCase();
  return element('div', 'disc ' + letter.toLowerCase() + (king ? ' king' : ''));
}

function showBoard() {
  cells.forEach((cell, index) => {
    const letter = state.board[index];
    if (cell.dataset.letter === letter) return;
    cell.dataset.letter = letter;
    cell.querySelector('.disc')?.remove();
    if (letter !== '.') cell.append(disc(letter));
  });
  let held = drag && drag.cell === null ? drag.letter : '';
  const off = [...state.off].reverse().filter(letter => {
    if (letter !== held) return true;
    held = '';
    return false;
  });
  for (const colour of ['w', 'b']) {
    const pieces = off.filter(letter => letter.toLowerCase() === colour).map(disc);
    // What a side has lost lies at the other side.
    $(colour === 'w' ? 'tray-b' : 'tray-w').replaceChildren(...pieces);
  }
}

function showState() {
  const t = TEXTS[language];
  $('power').setAttribute('aria-pressed', String(state.power));
  $('link').textContent = !online ? t.lost : !state.power ? t.off : state.plays ? t.plays : '';
  const port = [state.pty, state.tcp].filter(Boolean).join(', ');
  $('port').textContent = `${t.port} ${port || '–'} (${t.reads[state.reader || 'page']})`;
  document.querySelectorAll('[data-key]').forEach(button => {
    const bit = KEYS.indexOf(button.dataset.key);
    button.classList.toggle('down', Boolean(state.keys >> bit & 1));
    button.classList.toggle('runs', state.running === button.dataset.key);
  });
  showBoard();
}

// --- hands
let drag = null;

function cellAt(event) {
  const box = $('board').getBoundingClientRect(), edge = cells[0].getBoundingClientRect();
  const side = edge.width;
  const column = Math.floor((event.clientX - edge.left) / side), row = Math.floor((event.clientY - edge.top) / side);
  const inside = event.clientX < box.right && event.clientY < box.bottom;
  return inside && column >= 0 && column < 8 && row >= 0 && row < 8 ? row * 8 + column : null;
}

function put(index, letter) {
  state.board = state.board.slice(0, index) + letter + state.board.slice(index + 1);
}

function lift(index) {
  act({ do: 'lift', cell: index });
  state.off += drag.letter;
  put(index, '.');
  drag.cell = null;
}

function drop(index) {
  act({ do: 'drop', cell: index, piece: drag.letter });
  const place = state.off.lastIndexOf(drag.letter);
  if (place >= 0) state.off = state.off.slice(0, place) + state.off.slice(place + 1);
  put(index, drag.letter);
  drag.cell = index;
}

function grasp(event, letter, index) {
  event.preventDefault();
  if (drag) return;
  const slides = event.button === 2 || event.shiftKey || $('slide').checked;
  const ghost = disc(letter);
  ghost.id = 'ghost';
  ghost.style.width = ghost.style.height = cells[0].clientWidth * 0.8 + 'px';
  drag = { pointer: event.pointerId, letter: letter.toLowerCase(), cell: index, slides, ghost };
  // A sliding piece stays on its square until it reaches another one.
  if (index !== null && !slides) lift(index);
  document.body.append(ghost);
  carry(event);
}

function carry(event) {
  if (!drag || event.pointerId !== drag.pointer) return;
  const over = cellAt(event);
  if (drag.slides && over !== drag.cell) {
    if (drag.cell !== null) lift(drag.cell);
    // Over another piece it hangs in the air.
    if (over !== null && state.board[over] === '.') drop(over);
  }
  drag.ghost.style.left = event.clientX + 'px';
  drag.ghost.style.top = event.clientY + 'px';
  drag.ghost.hidden = drag.cell !== null;
  showBoard();
}

function release(event) {
  if (!drag || event.pointerId !== drag.pointer) return;
  const over = cellAt(event);
  if (drag.cell === null && over !== null && state.board[over] === '.') drop(over);
  drag.ghost.remove();
  drag = null;
  showBoard();
}

$('board').addEventListener('pointerdown', event => {
  const index = cellAt(event);
  if (index !== null && state.board[index] !== '.') grasp(event, state.board[index], index);
});
for (const tray of ['tray-b', 'tray-w']) {
  $(tray).addEventListener('pointerdown', event => {
    if (event.target.classList.contains('disc')) grasp(event, event.target.classList.contains('b') ? 'b' : 'w', null);
  });
}
addEventListener('pointermove', carry);
addEventListener('pointerup', release);
addEventListener('pointercancel', release);
$('table').addEventListener('contextmenu', event => event.preventDefault());

// --- keys
const held = new Set();
function key(name, down) {
  if (held.has(name) === down) return;
  if (down) held.add(name); else held.delete(name);
  act({ do: 'key', key: name, down });
}
document.querySelectorAll('[data-key]').forEach(button => {
  const name = button.dataset.key;
  button.addEventListener('pointerdown', event => { button.setPointerCapture(event.pointerId); key(name, true); });
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) button.addEventListener(end, () => key(name, false));
  // For whoever has no pointer: Enter on the focused button.
  button.addEventListener('keydown', event => { if (event.key === 'Enter') key(name, true); });
  button.addEventListener('keyup', event => { if (event.key === 'Enter') key(name, false); });
});
const SHORTCUTS = { s: 'south', n: 'north', m: 'menu', '-': 'minus', '+': 'plus', '=': 'plus' };
const typed = new Map();
addEventListener('keydown', event => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const pressed = event.key.toLowerCase();
  const name = pressed === ' ' ? state.running : SHORTCUTS[pressed];
  if (pressed === 'p' && !event.repeat) act({ do: 'power', on: !state.power });
  if (pressed === ' ' || name) event.preventDefault();
  if (!name || event.repeat) return;
  typed.set(event.code, name);
  key(name, true);
});
addEventListener('keyup', event => {
  const name = typed.get(event.code);
  typed.delete(event.code);
  if (name) key(name, false);
});
addEventListener('blur', () => { typed.clear(); [...held].forEach(name => key(name, false)); });
$('power').onclick = () => act({ do: 'power', on: !state.power });
$('setup').onclick = () => act({ do: 'set-up' });

// --- displays: a byte is eight pixels one below the other, the lowest bit on top
function draw(id, hex) {
  const context = $(id).getContext('2d'), image = context.createImageData(128, 64);
  for (let i = 0; i < 1024; i++) {
    const byte = parseInt(hex.substr(2 * i, 2), 16), x = i % 128, top = (i >> 7) * 8;
    for (let bit = 0; bit < 8; bit++) {
      const at = 4 * ((top + bit) * 128 + x), lit = byte >> bit & 1;
      image.data[at] = lit ? 0xd7 : 8;
      image.data[at + 1] = lit ? 0xec : 10;
      image.data[at + 2] = lit ? 0xff : 14;
      image.data[at + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
}

// --- the stream
function time(millis) {
  const seconds = Math.floor(millis / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}.${Math.floor(millis % 1000 / 100)}`;
}
function addLine(line) {
  if (line.kind === 'Clocks') {
    $('clocks').textContent = line.text;
    return;
  }
  const list = $('lines'), item = element('li', line.kind);
  const follows = list.scrollTop + list.clientHeight >= list.scrollHeight - 30;
  const kind = element('span', 'kind', TEXTS[language].kinds[line.kind] || line.kind);
  kind.dataset.kind = line.kind;
  // Live messages count from when the board woke up, events from the start of their game.
  item.append(element('span', 'at', line.place ? time(line.at) : ''), kind, element('span', 'text', line.text));
  item.title = (line.place ? `#${line.place.join('/')} ` : '') + (line.at === undefined ? '' : `${line.at} ms, `) + `${line.bytes} bytes\n${line.whole}`;
  list.append(item);
  while (list.childElementCount > 400) list.firstChild.remove();
  if (follows) list.scrollTop = list.scrollHeight;
}
$('live').onchange = () => $('lines').classList.toggle('quiet', !$('live').checked);

// --- sound, where the browser lets it
let audio = null;
function beep() {
  try {
    audio ??= new AudioContext();
    const tone = audio.createOscillator(), gain = audio.createGain();
    tone.frequency.value = 2400;
    gain.gain.value = 0.05;
    tone.connect(gain).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.12);
  } catch { /* Nothing is told by sound alone. */ }
}

function listen() {
  const news = new EventSource('/news');
  news.onopen = () => { online = true; $('lines').replaceChildren(); showState(); };
  news.onerror = () => {
    online = false;
    showState();
    // Refused, not lost: a browser gives up then.
    if (news.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  };
  for (const side of ['south', 'north']) news.addEventListener(side, event => draw(side, JSON.parse(event.data)));
  news.addEventListener('line', event => addLine(JSON.parse(event.data)));
  let sounds = null;
  news.addEventListener('state', event => {
    state = JSON.parse(event.data);
    if (sounds !== null && state.sounds > sounds) beep();
    sounds = state.sounds;
    showState();
  });
}

translate();
listen();
