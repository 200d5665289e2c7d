// The guard of the page: against double clicks only. A script or a second window gets around it; the token does the rest.
const button = document.querySelector('#order');
document.querySelector('form').addEventListener('submit', () => { button.disabled = true; });
// Whoever comes back finds the page as it was left.
addEventListener('pageshow', () => { button.disabled = false; });
