import { buttonColors, fontFace, fontFamily, pageColors } from '@linkshelf/contract'

/** Books on the upper edge of a card, the last one leaning. The page fills their shape with its colors. */
const books =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 56"><rect y="12" width="15" height="44" rx="3"/><rect x="18" y="22" width="11" height="34" rx="3" fill-opacity=".55"/><rect x="34" y="4" width="17" height="52" rx="3"/><rect x="54" y="18" width="12" height="38" rx="3" fill-opacity=".55"/><rect x="73" y="10" width="13" height="46" rx="3" transform="rotate(-11 80 56)"/></svg>'
const booksUrl = `url("data:image/svg+xml,${encodeURIComponent(books)}")`

/**
 * The styles of the light and the dark theme. Text has a contrast of at least 4.5:1 to its background, and the border
 * of a field at least 3:1 (WCAG 2.2 AA).
 */
export const pageStyle = `
${fontFace}
:root{--button:${buttonColors.ground};--button-hover:${buttonColors.hover};--on-button:${buttonColors.text}}
:root{color-scheme:light dark;${formatVariables(pageColors.light)};--glow:#d0efe3;--edge:#73847c;--brand-deep:#055f46;--wrong:#b3261e;--wrong-ground:#fcefee;--good:#055f46;--good-ground:#e9f8f2;--shade:0 2px 4px rgb(13 30 24/.05),0 10px 28px rgb(13 30 24/.09)}
@media (prefers-color-scheme:dark){:root{${formatVariables(pageColors.dark)};--glow:#0f3629;--edge:#7c8f86;--brand-deep:#6fcdab;--wrong:#ffb4ab;--wrong-ground:#43211e;--good:#a2dfc9;--good-ground:#153a2d;--shade:0 2px 4px rgb(0 0 0/.3),0 16px 40px rgb(0 0 0/.35)}}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;align-items:center;padding:clamp(1.5rem,8vh,5.5rem) 1rem 2rem;background:radial-gradient(60rem 28rem at 50% -8rem,var(--glow),transparent 70%) no-repeat var(--page);color:var(--text);font:400 1rem/1.55 ${fontFamily}}
.brand{display:inline-flex;align-items:center;gap:.625rem;margin-bottom:1.5rem;color:var(--text);font-size:1.25rem;font-weight:700;letter-spacing:-.02em;text-decoration:none}
.brand svg{width:2.125rem;height:2.125rem}
main{width:100%;max-width:26rem;padding:clamp(1.25rem,5vw,2.25rem);border:1px solid var(--line);border-radius:1rem;background:var(--card);box-shadow:var(--shade)}
main:not(.article,.wide){position:relative}
main:not(.article,.wide)::before{content:'';position:absolute;right:1.75rem;bottom:100%;width:5.25rem;height:3.0625rem;--book:color-mix(in srgb,var(--edge) 45%,transparent);background:linear-gradient(90deg,var(--book) 34%,var(--brand) 34% 54%,var(--book) 54%);mask:${booksUrl} bottom right/contain no-repeat}
h1{margin:0;font-size:1.5rem;line-height:1.25;letter-spacing:-.02em;text-wrap:balance}
.lead{margin:.375rem 0 0;color:var(--soft)}
main.article{max-width:44rem}
main.wide{max-width:100rem;padding:0;border:0;border-radius:0;background:none;box-shadow:none}
.article h2{margin:1.75rem 0 0;font-size:1.0625rem;line-height:1.35;letter-spacing:-.01em}
.article h2+p,.article h2+ul{margin-top:.375rem}
.article ul{margin:.75rem 0;padding-left:1.25rem}
.article li+li{margin-top:.25rem}
p{overflow-wrap:anywhere}
form{display:grid;gap:1.125rem;margin-top:1.5rem}
.field{display:grid;gap:.375rem}
.row{display:flex;justify-content:space-between;align-items:baseline;gap:1rem}
label{font-weight:600;font-size:.9375rem}
input{width:100%;min-height:2.875rem;padding:.5rem .75rem;border:1px solid var(--edge);border-radius:.625rem;background:var(--card);color:var(--text);font:inherit}
input:hover{border-color:var(--soft)}
input[readonly]{border-color:var(--line);background:var(--page);color:var(--soft)}
input[aria-invalid=true]{border-color:var(--wrong);border-width:2px}
.hint{margin:0;color:var(--soft);font-size:.875rem}
.lead+.hint{margin-top:.75rem}
[id='op.logoutForm']{display:none}
.problem{margin:0;color:var(--wrong);font-size:.875rem;font-weight:600}
.notice{margin:1.25rem 0 0;padding:.75rem .875rem;border-radius:.625rem;background:var(--good-ground);color:var(--good);font-weight:500}
.notice.wrong{background:var(--wrong-ground);color:var(--wrong)}
.button{display:block;width:100%;min-height:2.875rem;padding:.625rem 1rem;border:0;border-radius:.625rem;background:var(--button);color:var(--on-button);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer;transition:background-color .12s}
.button:hover{background:var(--button-hover)}
.button.quiet{border:1px solid var(--edge);background:transparent;color:var(--text)}
.button.quiet:hover{border-color:var(--text)}
.button.danger{border:1px solid var(--wrong);background:transparent;color:var(--wrong)}
.button.danger:hover{background:var(--wrong-ground)}
.actions{display:grid;gap:.75rem;margin-top:1.5rem}
.small{border:0;padding:.25rem 0;background:none;color:var(--brand);font:inherit;font-size:.875rem;font-weight:600;cursor:pointer}
a,.small{color:var(--brand);text-underline-offset:.2em}
a:hover,.small:hover{color:var(--brand-deep)}
a.button,a.button:hover{color:var(--on-button)}
a.button.quiet,a.button.quiet:hover{color:var(--text)}
a.brand,a.brand:hover{color:var(--text)}
:focus-visible{outline:3px solid var(--brand);outline-offset:2px}
.else{margin:1.5rem 0 0;padding-top:1.25rem;border-top:1px solid var(--line);color:var(--soft);text-align:center}
.ways{display:flex;flex-wrap:wrap;justify-content:center;gap:.5rem 1.5rem}
.legal{margin-top:1rem;text-align:center}
.strength{display:grid;grid-template-columns:repeat(4,1fr) 5rem;align-items:center;gap:.25rem;color:var(--soft);font-size:.875rem}
.strength[hidden],form[hidden],.problem:empty{display:none}
form+form{margin-top:.75rem}
.strength i{height:.3125rem;border-radius:1rem;background:var(--line)}
.strength output{text-align:right}
.strength[data-score='1'] i:nth-child(-n+1),.strength[data-score='2'] i:nth-child(-n+2),.strength[data-score='3'] i:nth-child(-n+3),.strength[data-score='4'] i:nth-child(-n+4){background:var(--brand)}
.strength[data-score='1'] i:nth-child(-n+1){background:var(--wrong)}
code{font:500 .875em ui-monospace,'SF Mono','Cascadia Code','Roboto Mono',Menlo,monospace}
@media (max-width:25rem){body{padding-inline:.75rem}main:not(.article,.wide)::before{right:1rem;width:4rem;height:2.375rem}}
@media (max-width:22rem){main::before{display:none}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
@media (forced-colors:active){.strength i{border:1px solid}.button{border:1px solid}main::before{display:none}}
`

function formatVariables(colors: Record<string, string>): string {
  return Object.entries(colors)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')
}
