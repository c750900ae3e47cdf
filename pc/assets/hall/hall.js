'use strict';
// The page of a hall. What it shows comes by /news; it never sends anything.

const TEXTS = {
  it: {
    table: 'Tavolo', board: 'Damiera', white: 'Bianco', black: 'Nero', flag: 'bandierina', low: 'poco tempo', round: 'turno', game: 'partita',
    opening: 'apertura', boards: n => n === 1 ? '1 damiera' : `${n} damiere`, playing: n => `${n} in gioco`, over: n => n === 1 ? '1 finita' : `${n} finite`,
    calls: n => n === 1 ? '1 chiama l’attenzione' : `${n} chiamano l’attenzione`,
    empty: 'Nessuna damiera collegata, per ora. Appariranno qui da sole.', nogame: 'Nessuna partita ancora', away: 'Collegamento con la sala interrotto: si riprova…',
    setup: 'si dispongono i pezzi', paused: 'in pausa', halts: 'gioco fermo', ended: 'finita', turn: { white: 'muove il Bianco', black: 'muove il Nero' },
    won: { white: 'Vince il Bianco', black: 'Vince il Nero' }, drawn: 'Pari', open: 'Interrotta',
    choosing: 'l’avversario sceglie: correggere o accettare', restoring: 'si rimette a posto', of: { white: 'Bianco', black: 'Nero' }, squares: 'caselle', art: 'art.',
    bond: { awaited: 'in attesa della damiera…', lost: 'Damiera non collegata', failed: 'Damiera non leggibile', over: 'registrazione' },
    fault: { absent: 'porta assente', busy: 'porta occupata da un altro programma', denied: 'permesso negato', stranger: 'nessuna Damiera risponde', protocol: 'protocollo sconosciuto', broken: 'collegamento caduto' },
    since: 'da', first: 'Inizio', back: 'Indietro', forth: 'Avanti', live: 'In diretta', turnboard: 'Gira', pdn: 'PDN', hall: 'Sala', start: 'Posizione iniziale',
    set: 'posizione', movesmade: 'mosse', count: 'conteggio', of2: 'di', times: 'posizione ripetuta: ', past: 'Partite precedenti', irregular: n => n === 1 ? '1 irregolarità' : `${n} irregolarità`,
    broken: n => n === 1 ? '1 contatto guasto' : `${n} contatti guasti`, looking: 'Si guarda la mossa', gone: 'Questa damiera non c’è.', control: 'tempo', period: 'periodo',
    man: ['pedina', 'pedine'], king: ['dama', 'dame'], other: 'English', dense: 'Compatta', keys: 'Frecce: mosse; Fine: in diretta; Esc: sala',
  },
  en: {
    table: 'Table', board: 'Board', white: 'White', black: 'Black', flag: 'flag', low: 'low time', round: 'round', game: 'game',
    opening: 'opening', boards: n => n === 1 ? '1 board' : `${n} boards`, playing: n => `${n} playing`, over: n => `${n} finished`,
    calls: n => n === 1 ? '1 needs attention' : `${n} need attention`,
    empty: 'No board is connected yet. They appear here by themselves.', nogame: 'No game yet', away: 'The connection to the hall is lost: trying again…',
    setup: 'pieces are being set up', paused: 'paused', halts: 'play halts', ended: 'finished', turn: { white: 'White to move', black: 'Black to move' },
    won: { white: 'White wins', black: 'Black wins' }, drawn: 'Draw', open: 'Broken off',
    choosing: 'the opponent chooses: correct or keep', restoring: 'being put right', of: { white: 'White', black: 'Black' }, squares: 'squares', art: 'art.',
    bond: { awaited: 'waiting for the board…', lost: 'Board not connected', failed: 'Board cannot be read', over: 'recording' },
    fault: { absent: 'no such port', busy: 'port in use by another program', denied: 'permission denied', stranger: 'no Damiera answers', protocol: 'unknown protocol', broken: 'connection broke' },
    since: 'for', first: 'Start', back: 'Back', forth: 'Forward', live: 'Live', turnboard: 'Turn', pdn: 'PDN', hall: 'Hall', start: 'Starting position',
    set: 'position', movesmade: 'moves', count: 'count', of2: 'of', times: 'position repeated: ', past: 'Earlier games', irregular: n => n === 1 ? '1 irregularity' : `${n} irregularities`,
    broken: n => n === 1 ? '1 broken contact' : `${n} broken contacts`, looking: 'Looking at move', gone: 'There is no such board.', control: 'time', period: 'period',
    man: ['man', 'men'], king: ['king', 'kings'], other: 'Italiano', dense: 'Compact', keys: 'Arrows: moves; End: live; Esc: hall',
  },
};

const $ = id => document.getElementById(id);
const store = { get: key => { try { return localStorage.getItem(key); } catch { return null; } }, set: (key, value) => { try { localStorage.setItem(key, value); } catch { /* Not kept then. */ } } };
let language = store.get('language') || (/^it\b/i.test(navigator.language) ? 'it' : 'en');
let t = TEXTS[language];

const boards = new Map();
const cards = new Map();
let lag = 0;          // Of the server's line of time behind this page's.
let online = false, known = false;
let full = null;      // The board looked at: { id, steps, game, at, turned }.
let news = null;

// --- little helpers
function element(name, className, ...children) {
  const e = document.createElement(name);
  if (className) e.className = className;
  e.append(...children.filter(child => child !== null && child !== undefined));
  return e;
}
function svg(name, attributes) {
  const e = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  return e;
}
function say(e, text) { if (e.textContent !== text) e.textContent = text; }
const now = () => performance.now() - lag;
const words = pair => pair[language === 'it' ? 0 : 1];

function time(millis, up) {
  const seconds = Math.floor(millis / 1000), two = n => String(n).padStart(2, '0');
  if (!up && millis < 20000) return `${seconds}.${Math.floor(millis % 1000 / 100)}`;
  const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

// --- diagrams: square 1 is at the top left, and dark; White sits below
const SIDE = 64, FRAME = 14;
const corner = (square, turned) => {
  const at = turned ? 33 - square : square, row = (at - 1) >> 2;
  return [FRAME + (((at - 1) % 4) * 2 + row % 2) * SIDE, FRAME + row * SIDE];
};
function diagram(small) {
  const whole = 8 * SIDE + 2 * FRAME;
  const picture = svg('svg', { class: 'diagram' + (small ? ' small' : ''), viewBox: `0 0 ${whole} ${whole}`, role: 'img' });
  picture.append(svg('rect', { width: whole, height: whole, rx: 8, class: 'frame' }),
    svg('rect', { x: FRAME, y: FRAME, width: 8 * SIDE, height: 8 * SIDE, class: 'field' }));
  let path = '';
  for (let square = 1; square <= 32; square++) { const [x, y] = corner(square); path += `M${x} ${y}h64v64h-64z`; }
  picture.append(svg('path', { d: path, class: 'dark' }), svg('g', { class: 'marks' }), svg('g', { class: 'wrongs' }), svg('g', { class: 'numbers' }), svg('g', { class: 'pieces' }));
  return picture;
}
function draw(picture, board, moved, wrong, turned) {
  const key = `${board} ${moved} ${wrong} ${turned} ${language}`;
  if (picture.dataset.key === key) return;
  picture.dataset.key = key;
  const part = name => picture.querySelector(name);
  part('.marks').replaceChildren(...moved.map(square => {
    const [x, y] = corner(square, turned);
    return svg('rect', { x, y, width: SIDE, height: SIDE, class: 'moved' });
  }));
  if (!picture.classList.contains('small')) {
    part('.numbers').replaceChildren(...Array.from({ length: 32 }, (_, i) => {
      const [x, y] = corner(i + 1, turned), number = svg('text', { x: x + 3, y: y + 12, class: 'number' });
      number.textContent = i + 1;
      return number;
    }));
  }
  const pieces = [], lists = { w: [], W: [], b: [], B: [] };
  [...board].forEach((letter, index) => {
    if (letter === '.') return;
    lists[letter].push(index + 1);
    const [x, y] = corner(index + 1, turned), king = letter < 'a';
    for (const lower of king ? [40, 30] : [33]) pieces.push(svg('use', { href: `#disc-${letter.toLowerCase()}`, x: x + SIDE / 2, y: y + lower }));
  });
  part('.pieces').replaceChildren(...pieces);
  part('.wrongs').replaceChildren(...wrong.map(square => {
    const [x, y] = corner(square, turned);
    return svg('rect', { x: x + 3, y: y + 3, width: SIDE - 6, height: SIDE - 6, rx: 6, class: 'wrong' });
  }));
  const side = (man, king, name) => {
    const list = (squares, word) => squares.length ? [`${word[squares.length > 1 ? 1 : 0]} ${squares.join(', ')}`] : [];
    return `${name}: ${[...list(lists[man], t.man), ...list(lists[king], t.king)].join('; ') || '–'}.`;
  };
  picture.setAttribute('aria-label', `${side('w', 'W', t.white)} ${side('b', 'B', t.black)}`);
}

// --- clocks: they run here between two messages
const clocks = new Set();
function clockFace() {
  const face = element('span', 'clock', element('span', 'sign'), element('span', 'digits'));
  face.setAttribute('role', 'timer');
  return face;
}
function showClock(face, board, side, shown) {
  const clock = board && board.clock;
  face.hidden = !clock;
  if (!clock) return;
  const index = side === 'white' ? 0 : 1;
  let left = clock.left[index];
  const runs = clock.running === side;
  if (shown !== undefined) left = shown * 1000;
  else if (runs && clock.at !== undefined) {
    const passed = Math.max(0, now() - clock.at);
    left = clock.up[index] ? left + passed : Math.max(0, left - passed);
  }
  const flag = shown === undefined && clock.flag === side;
  const low = !flag && shown === undefined && !clock.up[index] && left < clock.low && !(board.result && !runs);
  // Those of the past are whole seconds.
  say(face.lastChild, shown === undefined ? time(left, clock.up[index]) : time(Math.max(left, 0), true));
  say(face.firstChild, flag ? t.flag : low ? t.low : '');
  face.classList.toggle('runs', runs && shown === undefined);
  face.classList.toggle('low', low);
  face.classList.toggle('flag', flag);
}
function tick() {
  for (const card of cards.values()) if (card.runs && !card.element.hidden) showClocks(card);
  if (full && full.view && full.at === null) showFullClocks();
}

// --- what a board is called, and how it stands
const title = board => board.table ? `${t.table} ${board.table}` : `${t.board} ${board.id + 1}`;
const player = (board, side) => board[side] || t[side];
const outcome = result => result.winner ? t.won[result.winner] : result.open ? t.open : t.drawn;
const score = result => result.winner === 'white' ? '2–0' : result.winner === 'black' ? '0–2' : result.open ? '–' : '1–1';
const stands = board => !board.game ? 'none' : board.result ? 'over' : board.phase === 'setup' ? 'setup' : 'playing';
function state(board) {
  switch (stands(board)) {
    case 'none': return t.nogame;
    case 'over': return t.ended;
    case 'setup': return t.setup;
    default: return board.paused ? t.paused : board.alert ? t.halts : t.turn[board.turn];
  }
}
function art(number) { return number ? `${t.art}\u00a0${number}` : ''; }
function banners(board) {
  const list = [];
  const add = (kind, strong, rest) => list.push(element('p', `banner ${kind}`, element('b', '', strong), rest ? element('span', 'more', ` ${rest}`) : ''));
  if (board.bond === 'lost' || board.bond === 'failed') add('alert', t.bond[board.bond], `– ${t.fault[board.fault] || ''}, ${t.since} ${time(Math.max(0, now() - board.since), true)}`);
  else if (board.bond === 'awaited') add('info', t.bond.awaited, '');
  if (board.alert) {
    const alert = board.alert, squares = alert.squares.length ? ` (${t.squares} ${alert.squares.join(', ')})` : '';
    const next = board.phase === 'choosing' || board.phase === 'restoring' ? ` – ${t[board.phase]}` : '';
    add('alert', [art(alert.article), alert.of && t.of[alert.of]].filter(Boolean).join(', ') || '!', `${words(alert.words)}${squares}${next}`);
  }
  if (board.result) add('result', `${score(board.result)} ${outcome(board.result)}`, `– ${words(board.result.words)}${board.result.article ? ` (${art(board.result.article)})` : ''}`);
  if (board.paused && !board.result) add('info', t.paused[0].toUpperCase() + t.paused.slice(1), '');
  if (board.broken) add('info', t.broken(board.broken), '');
  return list;
}
const calls = board => Boolean(board.alert) || board.bond === 'lost' || board.bond === 'failed' || Boolean(board.clock && board.clock.flag && !board.result);

// --- the hall
function makeCard(id) {
  const player = side => {
    const row = element('div', 'player', element('span', `dot ${side}`), element('span', 'name'), clockFace());
    return row;
  };
  const link = element('a'), card = {
    id, runs: false, link, state: element('p', 'state'), black: player('black'), white: player('white'), picture: diagram(true), tail: element('p', 'tail'), banners: element('div', 'banners'),
  };
  link.href = `#${id}`;
  card.element = element('article', 'board-card', element('div', 'head', element('h2', '', link), card.state), card.black, card.picture, card.white, card.banners, card.tail);
  return card;
}
function showClocks(card) {
  const board = boards.get(card.id);
  for (const side of ['white', 'black']) showClock(card[side].lastChild, board, side);
}
function tailOf(board) {
  const items = [];
  board.tail.forEach(([n, by, written], index) => {
    const number = by === 'white' ? `${n}. ` : index === 0 ? `${n}… ` : '';
    const text = element(index === board.tail.length - 1 ? 'b' : 'span', '', written || `(${t.set})`);
    items.push(element('span', 'mv', number, text), ' ');
  });
  return items;
}
function showCard(board) {
  let card = cards.get(board.id);
  if (!card) { card = makeCard(board.id); cards.set(board.id, card); }
  card.runs = Boolean(board.clock && board.clock.running && board.clock.at !== undefined);
  say(card.link, title(board));
  say(card.state, state(board));
  card.state.classList.toggle('turn', state(board) === t.turn[board.turn]);
  for (const side of ['white', 'black']) {
    const name = card[side].children[1];
    say(name, player(board, side));
    name.title = player(board, side);
  }
  draw(card.picture, board.board, board.last, board.alert ? board.alert.squares : [], false);
  showClocks(card);
  card.tail.replaceChildren(...tailOf(board));
  card.banners.replaceChildren(...banners(board));
  card.element.classList.toggle('alarm', calls(board));
  card.element.classList.toggle('stale', board.bond !== 'live' && board.bond !== 'over');
}
function order() {
  const key = board => [board.table ? 0 : 1, Number.parseInt(board.table, 10) || 0, board.table || '', board.id];
  const sorted = [...boards.values()].sort((a, b) => {
    const [x, y] = [key(a), key(b)];
    for (let i = 0; i < x.length; i++) if (x[i] !== y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
  });
  const hall = $('hall');
  sorted.forEach((board, index) => {
    const { element } = cards.get(board.id);
    if (hall.children[index] !== element) hall.insertBefore(element, hall.children[index] || null);
  });
}
function showSummary() {
  const all = [...boards.values()];
  const count = what => all.filter(board => stands(board) === what).length;
  const parts = [t.boards(all.length), t.playing(count('playing')), t.over(count('over'))];
  const calling = all.filter(calls).length;
  if (calling) parts.push(t.calls(calling));
  say($('summary'), all.length ? parts.join(' · ') : '');
  const events = new Set(all.map(board => board.event).filter(Boolean)), rounds = new Set(all.map(board => board.round).filter(Boolean));
  const name = events.size === 1 ? [...events][0] + (rounds.size === 1 ? `, ${t.round} ${[...rounds][0]}` : '') : 'Damiera';
  say($('title'), name);
  document.title = full && boards.has(full.id) ? `${title(boards.get(full.id))} – ${name}` : name;
  $('empty').hidden = !known || all.length > 0 || full !== null;
  say($('empty'), t.empty);
  say($('link'), online || !known ? '' : t.away);
}

// --- one board in full
function makeFull() {
  const row = side => element('div', 'player', element('span', `dot ${side}`), element('span', 'name'), clockFace());
  // Drawn, because not every font has the signs.
  const icon = path => {
    const e = svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' });
    e.append(svg('path', { d: path }));
    return e;
  };
  const button = (id, sign, act) => {
    const e = element('button', '', sign);
    e.type = 'button';
    e.dataset.act = id;
    e.onclick = act;
    return e;
  };
  const view = {
    title: element('h2'), facts: element('p', 'facts'), black: row('black'), white: row('white'), picture: diagram(false), banners: element('div', 'banners'),
    list: element('ol'), first: button('first', icon('M4 4h3v16H4zM21 4v16L8 12z'), () => go(0)), back: button('back', icon('M18 4v16L5 12z'), () => step(-1)), forth: button('forth', icon('M6 4v16l13-8z'), () => step(1)),
    live: button('live', '', () => go(null)), turn: button('turn', '', () => { full.turned = !full.turned; showFull(); }),
    pdn: element('a', 'button pdn'), hall: element('a', 'button'), past: element('div'), hint: element('p', 'facts hint'),
  };
  view.pdn.download = `damiera-${full.id + 1}.pdn`;
  view.pdn.href = `board/${full.id}.pdn`;
  view.hall.href = '#';
  view.banners.setAttribute('role', 'status');
  view.moves = element('div', 'moves', view.list);
  view.moves.tabIndex = 0;
  const top = element('div', 'top'), bottom = element('div', 'bottom');
  view.top = top;
  view.bottom = bottom;
  $('one').replaceChildren(
    element('nav', '', view.hall, view.title, view.pdn),
    element('div', 'left', top, view.picture, bottom, element('div', 'bar', view.first, view.back, view.forth, view.live, element('span', 'grow'), view.turn)),
    element('div', 'right', view.facts, view.banners, view.moves, view.past, view.hint));
  full.view = view;
}
function showFullClocks() {
  const board = boards.get(full.id), { view } = full;
  const shown = full.at === null ? null : full.steps[full.at];
  for (const side of ['white', 'black']) {
    const index = side === 'white' ? 0 : 1, face = view[side].lastChild;
    if (shown && !shown.clock) face.hidden = true;
    else showClock(face, board, side, shown ? shown.clock[index] : undefined);
  }
}
function remarkText(remark) {
  const head = [art(remark.article), remark.of && t.of[remark.of]].filter(Boolean).join(', ');
  const squares = remark.squares.length ? ` (${remark.squares.join(', ')})` : '';
  return (head ? `${head}: ` : '') + words(remark.words) + squares;
}
function showMoves() {
  const { view, steps } = full, rows = [];
  let row = null;
  const remarks = list => list.forEach(remark => { rows.push(element('li', '', element('span', 'remark' + (remark.grave ? ' grave' : ''), remarkText(remark)))); rows[rows.length - 1].style.display = 'block'; row = null; });
  if (steps.length) remarks(steps[0].remarks);
  steps.forEach((one, index) => {
    if (index === 0) return;
    const button = element('button', '', one.text || `(${t.set})`);
    button.type = 'button';
    button.dataset.step = index;
    if (one.clock) button.append(element('small', '', time(one.clock[one.by === 'white' ? 0 : 1] * 1000, true)));
    button.setAttribute('aria-label', `${one.n} ${t[one.by]} ${one.text || t.set}`);
    if (one.by === 'white' || !row) {
      row = element('li', '', element('span', '', one.by === 'white' ? `${one.n}.` : `${one.n}…`), one.by === 'white' ? '' : element('span', ''));
      rows.push(row);
    }
    row.append(button);
    if (one.by === 'black') row = null;
    remarks(one.remarks);
  });
  view.list.replaceChildren(...rows);
}
function showFull(moves = true) {
  const board = boards.get(full.id);
  if (!full.view) makeFull();
  const { view, steps } = full;
  if (!board) { say(view.title, known ? t.gone : ''); return; }
  say(view.title, `${title(board)}: ${player(board, 'white')} – ${player(board, 'black')}`);
  const facts = [board.event, board.round && `${t.round} ${board.round}`, board.game ? `${t.game} ${board.game}` : null, board.control && `${t.control} ${board.control}`,
    board.opening && `${t.opening} ${board.opening}`, board.clock && board.clock.period && `${t.period} ${board.clock.period.join(' / ')}`, state(board),
    `${t.movesmade} ${board.moves.join(' – ')}`, board.count && `${t.count} ${board.count.slice(0, 2).map(n => n ?? '–').join(' – ')} ${t.of2} ${board.count[2]}`,
    board.occurrences > 1 && `${t.times}${board.occurrences}×`, board.irregularities > 0 && t.irregular(board.irregularities)];
  view.facts.replaceChildren(...facts.filter(Boolean).map(fact => element('span', '', fact)));
  for (const side of ['white', 'black']) say(view[side].children[1], player(board, side));
  const [above, below] = full.turned ? ['white', 'black'] : ['black', 'white'];
  if (view.top.firstChild !== view[above]) { view.top.replaceChildren(view[above]); view.bottom.replaceChildren(view[below]); }
  const shown = full.at === null ? null : steps[full.at];
  if (shown) {
    const wrong = [...new Set(shown.remarks.filter(remark => remark.grave).flatMap(remark => remark.squares))];
    draw(view.picture, shown.board, shown.squares, wrong, full.turned);
  } else draw(view.picture, board.board, board.last, board.alert ? board.alert.squares : [], full.turned);
  const look = shown ? [element('p', 'banner info', element('b', '', full.at === 0 ? t.start : `${t.looking} ${shown.n}${shown.by === 'white' ? '.' : '…'} ${shown.text || ''}`))] : [];
  view.banners.replaceChildren(...look, ...banners(board));
  $('one').classList.toggle('stale', !shown && board.bond !== 'live' && board.bond !== 'over');
  showFullClocks();
  if (moves) showMoves();
  const current = full.at === null ? steps.length - 1 : full.at;
  view.list.querySelectorAll('[aria-current]').forEach(e => e.removeAttribute('aria-current'));
  const button = view.list.querySelector(`[data-step="${current}"]`);
  if (button) {
    button.setAttribute('aria-current', 'true');
    // Only the list scrolls, never the page.
    const box = view.moves, top = button.offsetTop - box.offsetTop;
    if (box.scrollHeight > box.clientHeight && (top < box.scrollTop || top + button.offsetHeight > box.scrollTop + box.clientHeight)) box.scrollTop = top - box.clientHeight / 2;
  }
  view.first.disabled = view.back.disabled = current <= 0;
  view.forth.disabled = full.at === null;
  view.live.setAttribute('aria-pressed', String(full.at === null));
  for (const [name, text] of [['first', t.first], ['back', t.back], ['forth', t.forth]]) { view[name].setAttribute('aria-label', text); view[name].title = text; }
  say(view.live, t.live);
  say(view.turn, t.turnboard);
  say(view.pdn, t.pdn);
  say(view.hall, `‹ ${t.hall}`);
  say(view.hint, t.keys);
  view.pdn.hidden = !board.game;
  const open = view.past.querySelector('details')?.open;
  const past = [...full.past].reverse().map(game => element('tr', '', element('td', '', String(game.game)),
    element('td', '', `${game.white || t.white} – ${game.black || t.black}`), element('td', '', score(game))));
  view.past.replaceChildren();
  if (past.length) {
    const details = element('details', '', element('summary', '', `${t.past} (${past.length})`), element('table', 'past', element('tbody', '', ...past)));
    details.open = Boolean(open);
    view.past.append(details);
  }
}
function go(at) {
  if (!full) return;
  full.at = at === null || at >= full.steps.length - 1 ? null : Math.max(0, at);
  showFull(false);
}
function step(by) { go((full.at === null ? full.steps.length - 1 : full.at) + by); }
$('one').addEventListener('click', event => {
  const button = event.target.closest('[data-step]');
  if (button) go(Number(button.dataset.step));
});
addEventListener('keydown', event => {
  if (!full || event.ctrlKey || event.altKey || event.metaKey) return;
  const act = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => go(0), End: () => go(null), Escape: () => { location.hash = ''; } }[event.key];
  if (act) { event.preventDefault(); act(); }
});

// --- the news
function take(data, whole) {
  lag = performance.now() - data.now;
  if (whole) {
    boards.clear();
    for (const [id, card] of cards) if (!data.boards.some(board => board.id === id)) { card.element.remove(); cards.delete(id); }
  }
  known = true;
  for (const board of data.boards) { boards.set(board.id, board); showCard(board); }
  order();
  showSummary();
  if (full && (whole || data.boards.some(board => board.id === full.id))) showFull(false);
}
function listen() {
  if (news) news.close();
  news = new EventSource(full ? `news?board=${full.id}` : 'news');
  news.onopen = () => { online = true; showSummary(); };
  news.onerror = () => {
    online = false;
    showSummary();
    // Refused, not lost: a browser gives up then.
    if (news.readyState === EventSource.CLOSED) retry = setTimeout(listen, 3000);
  };
  news.addEventListener('hall', event => take(JSON.parse(event.data), true));
  news.addEventListener('boards', event => take(JSON.parse(event.data), false));
  news.addEventListener('game', event => {
    const data = JSON.parse(event.data);
    if (!full || full.id !== data.id) return;
    if (full.game !== data.game) full.at = null;
    full.game = data.game;
    full.past = data.past;
    full.steps = [...full.steps.slice(0, data.from), ...data.steps];
    if (full.at !== null && full.at >= full.steps.length - 1) full.at = null;
    showFull();
  });
}
let retry = null;
function route() {
  const match = /^#(\d+)$/.exec(location.hash);
  full = match ? { id: Number(match[1]), steps: [], past: [], game: null, at: null, turned: false, view: null } : null;
  $('one').hidden = !full;
  $('hall').hidden = $('dense').hidden = Boolean(full);
  $('one').replaceChildren();
  scrollTo(0, 0);
  if (full) showFull();
  showSummary();
  listen();
}
function translate() {
  t = TEXTS[language];
  document.documentElement.lang = language;
  say($('language'), t.other);
  say($('dense'), t.dense);
  $('language').lang = language === 'it' ? 'en' : 'it';
  for (const board of boards.values()) showCard(board);
  if (full) showFull();
  showSummary();
}
$('language').onclick = () => {
  language = language === 'it' ? 'en' : 'it';
  store.set('language', language);
  translate();
};
function showDense(dense) {
  $('hall').classList.toggle('dense', dense);
  $('dense').setAttribute('aria-pressed', String(dense));
  store.set('dense', dense ? '1' : '');
}
$('dense').onclick = () => showDense($('dense').getAttribute('aria-pressed') === 'false');
showDense(store.get('dense') === '1');
// Nobody looks: no need to keep a connection, of which a browser has only a few.
document.addEventListener('visibilitychange', () => {
  clearTimeout(retry);
  if (document.hidden) { news.close(); } else { listen(); }
});
addEventListener('hashchange', route);
setInterval(tick, 100);
// How long a board has been away is seen by the second.
setInterval(() => {
  for (const board of boards.values()) if (board.bond === 'lost' || board.bond === 'failed') { cards.get(board.id)?.banners.replaceChildren(...banners(board)); if (full && full.id === board.id) showFull(false); }
}, 1000);
translate();
route();
