import { buttonColors, fontFace, fontFamily } from '@linkshelf/contract'

/** The inline style of every page. The Content-Security-Policy allows it by its hash. */
export const pageStyle = [
  fontFace,
  `:root{--button:${buttonColors.ground};--button-hover:${buttonColors.hover};--on-button:${buttonColors.text}}`,
  ':root{color-scheme:light dark;--page:#f0f4f2;--glow:#d0efe3;--text:#15201c;--soft:#47564f;--line:#b3c0ba;--book:#cfe0d8;--book-soft:#dfeae5;--brand:#067b5a}',
  '@media (prefers-color-scheme:dark){:root{--page:#131b18;--glow:#0f3629;--text:#e3ebe7;--soft:#a9b9b1;--line:#47564f;--book:#2b3a34;--book-soft:#212d28;--brand:#40bb8f}}',
  '*{box-sizing:border-box}',
  // Arabic letters are connected, so letter spacing must not change.
  ':root[lang=ar] h1{letter-spacing:0}',
  `body{margin:0;min-height:100vh;min-height:100dvh;display:grid;grid-template-rows:1fr auto;background:var(--page) radial-gradient(60rem 30rem at 50% -8rem,var(--glow),transparent 70%) no-repeat;color:var(--text);font:1.0625rem/1.6 ${fontFamily}}`,
  'main{align-self:center;justify-self:center;width:100%;max-width:34rem;padding:2.5rem 1.5rem;text-align:center}',
  'h1{margin:1.75rem 0 .75rem;font-size:clamp(1.5rem,1.2rem + 1.6vw,2rem);line-height:1.2;font-weight:650;letter-spacing:-.015em;text-wrap:balance}',
  'p{margin:0 auto .75rem;max-width:30rem;text-wrap:pretty}',
  'strong{font-weight:600;overflow-wrap:anywhere}',
  '.aside{color:var(--soft);font-size:.9375rem}',
  '.button{display:inline-block;margin-top:.75rem;padding:.6875rem 1.375rem;border-radius:.625rem;background:var(--button);color:var(--on-button);font-weight:600;text-decoration:none}',
  '.button:hover{background:var(--button-hover)}',
  '.button:focus-visible{outline:3px solid var(--brand);outline-offset:3px}',
  '.choices{margin:1rem 0 .5rem;padding:0;list-style:none;display:grid;gap:.5rem;justify-items:center}.choices .button{display:flex;justify-content:space-between;align-items:baseline;gap:1rem;width:min(22rem,85vw);margin-top:.25rem;text-align:start}.choices span{overflow-wrap:anywhere}.choices small{flex:none;font-size:.8125rem;font-weight:400}',
  '.disclosure{margin-top:1.5rem}',
  'footer{display:flex;gap:.5rem;align-items:center;justify-content:center;padding:1.5rem;color:var(--soft);font-size:.875rem;font-weight:600}',
  '.mark{width:1.25rem;height:1.25rem}',
  '.picture{display:block;width:min(20rem,80vw);margin:0 auto;overflow:visible}',
  '.books{fill:var(--book)}.books .soft{fill:var(--book-soft)}',
  '.shelf{fill:none;stroke:var(--line);stroke-width:4;stroke-linecap:round}',
  '.found{fill:var(--brand)}',
  '.gap{fill:none;stroke:var(--brand);stroke-width:2.5;stroke-linecap:round;stroke-dasharray:5 6}',
  '.dots{fill:var(--brand)}',
  '@media (prefers-reduced-motion:no-preference){.dots circle{animation:wait 1.4s ease-in-out infinite}.dots circle:nth-child(2){animation-delay:.2s}.dots circle:nth-child(3){animation-delay:.4s}@keyframes wait{50%{opacity:.25}}}',
].join('')
