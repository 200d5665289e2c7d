'use strict';
// Shows the snapshots that the server sends. All text is set as text: nothing that comes from outside becomes markup.

const MOMENTS = 75; // Snapshots that the strips show, five a second.
const STATES = {READY: 'Ready', RUNNING: 'Running', STOPPED: 'Stopped', SOLD_OUT: 'Sold out'};
const OUTCOMES = {
  ACCEPTED: '✓ accepted', SOLD_OUT: '– sold out', TOO_LATE: '✕ too late, refused by token', GAVE_UP: '✕ timed out',
};
const history = []; // The latest snapshots, the newest last.
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
    show('state', 'Not done: ' + failed.message);
  }
}

/** How much a counter has grown in a second, over the last two seconds. */
function perSecond(counter) {
  const earliest = history[Math.max(0, history.length - 11)];
  const latest = history[history.length - 1];
  const seconds = (latest.at - earliest.at) / 1000;
  return seconds > 0 ? Math.max(0, (counter(latest) - counter(earliest)) / seconds) : 0;
}

function bars(heightAt, height) {
  const first = MOMENTS - history.length;
  return history.map((moment, at) => {
    const bar = heightAt(moment, at);
    return bar > 0 ? `M${first + at} ${height}v${-bar}h1v${bar}z` : '';
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
  const alert = oversold > 0 ? 'Oversold: buyers have paid for items that do not exist.'
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
}

function showLock(now) {
  const holder = now.holder;
  const service = holder && now.services.find(each => each.pid === holder.pid);
  show('holder', holder ? `${holder.service}, port ${service ? service.port || '–' : '–'}, process ${holder.pid}`
    : now.locked ? 'nobody' : 'nobody: orders do not take it');
  show('token', holder ? holder.token : '–');
  show('waiting', now.services.reduce((sum, each) => sum + each.waiting, 0));
  parts('lanes', 'lane', now.services.length).forEach((lane, at) => {
    const name = now.services[at].name;
    lane.querySelector('.lane-name').textContent = name;
    lane.querySelector('.count').textContent = now.services[at].waiting;
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
    const state = service.port ? `Port ${service.port}` : service.alive ? 'Starting' : 'Killed';
    set('.address', `${state}, process ${service.pid}`);
    set('.per-second', now.speeds[at].toFixed(0));
    set('.orders', service.orders);
    set('.items', service.items);
    set('.power', service.alive ? 'Kill this service' : 'Start it again');
    const power = card.querySelector('.power');
    power.setAttribute('aria-label', service.alive ? `Kill ${service.name}` : `Start ${service.name} again`);
    power.disabled = service.alive && !service.port;
    power.onclick = () => post(`services/${at}/${service.alive ? 'kill' : 'restart'}`);
    card.classList.toggle('holds', Boolean(now.holder) && now.holder.service === service.name);
    card.classList.toggle('dead', !service.alive);
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
    cell(order.token || '–', true);
    return row;
  }));
  byId('no-orders').hidden = now.latest.length > 0;
}

let changing = false;

async function settings() {
  changing = true;
  show('rate-text', byId('rate').value);
  show('locked-text', byId('locked').checked ? 'yes' : 'no');
  await post('settings', {locked: byId('locked').checked, rate: Number(byId('rate').value)});
  changing = false;
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
  if (history.length > MOMENTS) history.shift();
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
