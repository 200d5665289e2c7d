'use strict';
// Shows the snapshots that the server sends. All text is set as text: nothing that comes from outside becomes markup.

const SECONDS = 15; // What the strips show; their drawings are WIDTH wide.
const WIDTH = 75;
const STATES = {READY: 'Ready', RUNNING: 'Running', STOPPED: 'Stopped', SOLD_OUT: 'Sold out'};
const OUTCOMES = {
  ACCEPTED: '✓ accepted', SOLD_OUT: '– sold out', TOO_LATE: '✕ too late, refused by token', GAVE_UP: '✕ timed out',
};
const CONDITIONS = {STARTING: 'starting', PAUSED: 'paused', SILENT: 'does not answer', ENDED: 'killed'};
const history = []; // The latest snapshots, the newest last.
let failure = {text: '', until: 0}; // What a control could not do, to be shown for a while.
let changing = 0; // How many changes of the settings have no answer yet.
const byId = id => document.getElementById(id);

function show(id, value) {
  const text = String(value);
  const element = byId(id);
  if (element.textContent !== text) element.textContent = text;
}

async function post(path, body = {}) {
  try {
    const answer = await fetch('sale/' + path, {
      method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error('HTTP ' + answer.status);
  } catch (failed) {
    failure = {text: 'Not done: ' + failed.message, until: performance.now() + 10_000};
  }
}

/** How much a counter has grown in a second, over the last two seconds. */
function perSecond(counter) {
  const latest = history[history.length - 1];
  const earliest = history.find(moment => latest.at - moment.at < 2200);
  const seconds = (latest.at - earliest.at) / 1000;
  return seconds > 0 ? Math.max(0, (counter(latest) - counter(earliest)) / seconds) : 0;
}

/** A bar for each moment, as wide as the time until the next one; the latest one ends at the right. */
function bars(heightAt, height) {
  const now = history[history.length - 1].at;
  const x = at => Math.max(0, WIDTH * (1 - (now - at) / 1000 / SECONDS));
  return history.slice(0, -1).map((moment, at) => {
    const bar = heightAt(moment);
    const left = x(moment.at);
    return bar > 0 ? `M${left.toFixed(2)} ${height}v${-bar}H${x(history[at + 1].at).toFixed(2)}v${bar}z` : '';
  }).join('');
}

function parts(container, template, number) {
  while (byId(container).children.length < number) {
    const part = byId(template).content.firstElementChild.cloneNode(true);
    part.classList.add(byId(container).children.length === 0 ? 'a' : 'b');
    byId(container).append(part);
  }
  return [...byId(container).children];
}

function showFigures(now) {
  const {figures} = now;
  show('article', now.article);
  document.title = now.article + ' – flash sale';
  show('store', now.store);
  show('stock', figures.stock);
  show('offered', now.offered);
  byId('stock-bar').style.transform = `scaleX(${Math.max(0, Math.min(1, figures.stock / now.offered))})`;
  show('sold', figures.sold);
  show('accepted', figures.accepted);
  show('speed', perSecond(moment => moment.figures.accepted).toFixed(0));
  show('refused', figures.soldOut + figures.tooLate + figures.gaveUp);
  show('sold-out', figures.soldOut);
  show('too-late', figures.tooLate);
  show('gave-up', figures.gaveUp);
  show('unanswered', now.unanswered);

  const oversold = Math.max(0, figures.sold - now.offered);
  const uncounted = figures.sold + figures.stock - now.offered;
  show('oversold', oversold);
  show('oversold-text', oversold > 0 ? 'items that do not exist' : 'Nothing is sold twice.');
  show('missing', uncounted > 0 ? `, ${uncounted} of them not deducted` : '');
  byId('oversold-tile').classList.toggle('bad', oversold > 0);
  const closed = now.state === 'RUNNING' && now.services.every(each => each.condition !== 'OPEN');
  const alert = now.at < failure.until ? failure.text : closed ? 'No service takes orders.' : oversold > 0 ? 'Oversold: buyers have paid for items that do not exist.'
    : uncounted > 0 ? 'Orders overwrite each other: the stock shows more items than are left.' : '';
  show('alert', alert);
  byId('alert').hidden = alert === '';
}

function showControls(now) {
  show('state', STATES[now.state]);
  byId('state').className = 'pill ' + now.state.toLowerCase().replace('_', '-');
  byId('start').disabled = now.state === 'RUNNING' || now.state === 'SOLD_OUT';
  byId('stop').disabled = now.state !== 'RUNNING';
  const rate = byId('rate');
  // While somebody moves a control, what it shows is theirs.
  if (!changing && document.activeElement !== rate) {
    rate.value = now.rate;
    show('rate-text', now.rate);
  }
  if (!changing) {
    byId('locked').checked = now.locked;
    show('locked-text', now.locked ? 'yes' : 'no');
  }
  show('hint', now.locked ? 'Switch the lock off: orders overwrite each other’s stock, and more is sold than there was.'
    : 'Without the lock, two orders read the same stock, and the one that writes last overwrites the other.');
}

function showLock(now) {
  const holder = now.holder;
  const service = holder && now.services.find(each => each.pid === holder.pid);
  const where = service ? CONDITIONS[service.condition] || 'port ' + service.port : 'killed';
  show('holder', holder ? `${holder.service}, ${where}, process ${holder.pid}`
    : now.locked ? 'nobody' : 'nobody: orders do not take it');
  show('token', holder ? holder.token : '–');
  show('waiting', now.services.reduce((sum, each) => sum + (each.waiting || 0), 0));
  parts('lanes', 'lane', now.services.length).forEach((lane, at) => {
    const name = now.services[at].name;
    lane.querySelector('.lane-name').textContent = name;
    lane.querySelector('.count').textContent = now.services[at].waiting ?? '?';
    lane.querySelector('path').setAttribute('d',
      bars(moment => moment.holder && moment.holder.service === name ? 10 : 0, 10));
  });
}

function showServices(now) {
  const most = Math.max(1, ...history.flatMap(moment => moment.speeds));
  parts('services', 'service', now.services.length).forEach((card, at) => {
    const service = now.services[at];
    const set = (selector, text) => { card.querySelector(selector).textContent = text; };
    set('h2', service.name);
    const ended = service.condition === 'ENDED';
    const paused = service.condition === 'PAUSED' || service.condition === 'SILENT';
    set('.address', [`Port ${service.port || '–'}`, `process ${service.pid}`, CONDITIONS[service.condition]]
      .filter(Boolean).join(', '));
    set('.per-second', now.speeds[at].toFixed(0));
    set('.orders', service.orders);
    set('.items', service.items);
    const button = (selector, action, text) => {
      const found = card.querySelector(selector);
      found.textContent = text;
      found.setAttribute('aria-label', `${text} ${service.name}`);
      found.disabled = service.condition === 'STARTING';
      found.onclick = () => post(`services/${at}/${action}`);
      return found;
    };
    button('.pause', paused ? 'resume' : 'pause', paused ? 'Resume' : 'Pause').disabled ||= ended;
    button('.power', ended ? 'restart' : 'kill', ended ? 'Restart' : 'Kill');
    card.classList.toggle('holds', Boolean(now.holder) && now.holder.pid === service.pid);
    card.classList.toggle('dead', service.condition !== 'OPEN');
    card.querySelector('path').setAttribute('d', bars(moment => 24 * moment.speeds[at] / most, 24));
  });
}

function showOrders(now) {
  byId('orders').replaceChildren(...now.latest.map(order => {
    const row = document.createElement('tr');
    const cell = (text, number) => {
      const added = row.insertCell();
      added.textContent = text;
      if (number) added.className = 'n';
    };
    cell(order.id, true);
    cell(order.service);
    cell(order.quantity, true);
    cell(OUTCOMES[order.outcome]);
    cell(order.remaining, true);
    cell(order.token === '0' ? '–' : order.token, true);
    return row;
  }));
  byId('no-orders').hidden = now.latest.length > 0;
}

async function settings() {
  changing += 1;
  show('rate-text', byId('rate').value);
  show('locked-text', byId('locked').checked ? 'yes' : 'no');
  await post('settings', {locked: byId('locked').checked, rate: Number(byId('rate').value)});
  changing -= 1;
}

byId('start').onclick = () => post('start');
byId('stop').onclick = () => post('stop');
byId('reset').onclick = () => post('reset');
byId('locked').onchange = settings;
byId('rate').oninput = () => show('rate-text', byId('rate').value);
byId('rate').onchange = settings;

const events = new EventSource('sale/events');
events.onmessage = event => {
  const now = JSON.parse(event.data);
  now.at = performance.now();
  now.speeds = [];
  history.push(now);
  while (now.at - history[0].at > SECONDS * 1000) history.shift();
  now.speeds = now.services.map((_, at) => perSecond(moment => moment.services[at].orders));
  showFigures(now);
  showControls(now);
  showLock(now);
  showServices(now);
  showOrders(now);
};
events.onerror = () => {
  show('state', 'Connection lost');
  byId('state').className = 'pill broken';
};
