import { fontFace } from '@linkshelf/contract'

const gutter = 'clamp(1rem,3vw,2rem)'

const base = [
  fontFace,
  '*{box-sizing:border-box}',
  'html{-webkit-text-size-adjust:100%}',
  'body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;background:var(--page);color:var(--on-page);font:1rem/1.55 var(--font)}',
  'h1,h2,h3{line-height:1.2;letter-spacing:-.015em;text-wrap:balance;overflow-wrap:anywhere}',
  'p{overflow-wrap:anywhere}a{color:var(--page-accent)}img{display:block;max-width:100%}picture{display:contents}source{display:none}ul{list-style:none;margin:0;padding:0}',
  ':focus-visible{outline:3px solid var(--page-accent);outline-offset:2px;border-radius:.375rem}',
  '.skip{position:absolute;left:-99rem}.skip:focus{left:.5rem;top:.5rem;z-index:2;padding:.5rem .75rem;background:var(--surface);color:var(--text)}',
  `.frame{width:100%;max-width:78rem;margin-inline:auto;padding-inline:${gutter}}`,
]

const header = [
  '.head{background:var(--second);color:var(--on-second);border-top:.375rem solid var(--brand)}',
  '.head :focus-visible{outline-color:currentColor}',
  '.banner{width:100%;height:clamp(7.5rem,19vw,16rem);object-fit:cover}',
  '.identity{display:flex;align-items:flex-start;gap:1.25rem;padding-block:clamp(1.25rem,3vw,2.25rem)}',
  '.logo{width:5rem;height:5rem;flex:none;border-radius:1.25rem;object-fit:cover;background:#fff;box-shadow:0 0 0 4px var(--second)}',
  ':is(.banner,picture)+.identity .logo{margin-top:-3.5rem;position:relative}',
  '@media(max-width:40rem){.head:not(.small) .identity{flex-direction:column;gap:.875rem}}',
  // The picture is on the edge of the header beside the name, or in the middle above it.
  '.identity .shelf{order:1;align-self:flex-end;width:13rem;margin:0 0 calc(-1*clamp(1.25rem,3vw,2.25rem)) auto}@media(max-width:40rem){.identity .shelf{display:none}}',
  '.introduction{min-width:0}.introduction h1{margin:0;font-size:clamp(1.5rem,1.15rem + 1.7vw,2.375rem);font-weight:720}',
  '.introduction p{margin:.5rem 0 0;max-width:44rem;color:var(--on-second-soft);white-space:pre-line}',
  '.name{font-size:1.125rem;font-weight:680;color:inherit;text-decoration:none;overflow-wrap:anywhere}a.name:hover{text-decoration:underline}',
  '.small .identity{align-items:center;gap:.75rem;padding-block:.75rem}.small .logo{width:2.5rem;height:2.5rem;border-radius:.75rem}',
  '.social{display:flex;flex-wrap:wrap;gap:.25rem;margin:.75rem 0 0 -.5rem}.social a{display:grid;place-items:center;width:2.75rem;height:2.75rem;border-radius:50%;color:inherit}.social a:hover{box-shadow:inset 0 0 0 1.5px}',
  `.disclosure{margin:0;padding-block:.5rem;padding-inline:max(${gutter},calc((100% - 78rem)/2 + 2rem));background:var(--page);color:var(--on-page-soft);border-bottom:1px solid var(--page-line);font-size:.8125rem}`,
]

const tools = [
  'main{flex:1;min-width:0;padding-bottom:3rem}.columns{flex:1}.columns>main:first-child{padding-top:clamp(1rem,3vw,1.5rem)}',
  '.tools{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1.5rem;padding-block:1rem;min-width:0}.tools nav{flex:1 1 20rem;min-width:0}',
  '.categories{display:flex;gap:.5rem;padding:.375rem;margin-inline:-.375rem;overflow-x:auto;scrollbar-width:thin}',
  '.categories li{flex:none;max-width:100%}.categories a{display:flex;align-items:center;gap:.5rem;min-height:2.75rem;padding:.375rem 1rem;border-radius:99rem;border:1px solid var(--line);background:var(--surface);color:var(--text);font-size:.9375rem;text-decoration:none}',
  '.categories span{max-width:16rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}',
  '.categories a:hover{border-color:var(--accent)}.categories a[aria-current]{background:var(--main);border-color:var(--main-edge);color:var(--on-main);font-weight:620}',
  '.categories svg{flex:none}.categories circle{stroke:var(--line)}',
  'search{flex:0 1 22rem;min-width:0}form{display:flex;gap:.375rem;padding:.25rem;border-radius:99rem;background:var(--surface);border:1px solid var(--control)}',
  'form:focus-within{border-color:var(--accent)}',
  'input{flex:1;min-width:0;min-height:2.5rem;padding:.25rem .875rem;border:0;border-radius:99rem;background:none;color:var(--text);font:inherit}input::placeholder{color:var(--soft);opacity:1}',
  'button,.buy,.pages a{display:inline-flex;align-items:center;justify-content:center;gap:.5rem;min-height:2.75rem;padding:.5rem 1rem;border:1px solid var(--main-edge);border-radius:.75rem;background:var(--main);color:var(--on-main);font:inherit;font-weight:620;line-height:1.25;text-align:center;text-decoration:none;cursor:pointer;overflow-wrap:anywhere}',
  'button{flex:none;min-height:2.5rem;border-radius:99rem}.buy:hover,button:hover{background:var(--main-hover)}',
]

const products = [
  '.cards{display:grid;gap:clamp(.75rem,2vw,1.25rem)}main>h2,.related>h2{margin:1.5rem 0 1rem;font-size:1.375rem}',
  '.card{position:relative;display:flex;flex-direction:column;min-width:0;border:1px solid var(--line);border-radius:1rem;overflow:hidden;background:var(--surface);color:var(--text);content-visibility:auto;contain-intrinsic-size:auto 24rem}',
  '.card:nth-child(-n+4){content-visibility:visible}',
  '.card h2,.card h3{margin:0;font-size:1.0625rem;font-weight:640}.card :is(h2,h3) a{color:inherit;text-decoration:none}.card :is(h2,h3) a::after{content:"";position:absolute;inset:0}',
  '.card :is(h2,h3) a:focus-visible{outline:0}.card:has(:is(h2,h3) a:focus-visible){outline:3px solid var(--page-accent);outline-offset:2px}.card .buy:focus-visible{outline-color:var(--accent);outline-offset:1px}',
  '.picture{width:100%;height:auto;aspect-ratio:1;object-fit:contain;background:#fff}.blank{display:grid;place-items:center;background:var(--second);color:var(--on-second)}.blank .shelf{width:80%}',
  '.body{display:flex;flex:1;flex-direction:column;gap:.5rem;min-width:0;padding:1rem}',
  '.summary{margin:0;color:var(--soft);font-size:.9375rem;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}',
  '.actions{display:grid;gap:.5rem;margin-top:auto;padding-top:.375rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,9.5rem),1fr))}.actions .buy{position:relative;z-index:1}',
  '.quiet{background:none;color:var(--text);border-color:var(--control)}.quiet:hover{background:none;border-color:currentColor}',
  '.ad{flex:none;padding:.0625rem .375rem;border:1px solid;border-radius:.375rem;font-size:.6875rem;font-weight:600;letter-spacing:.02em}',
  '.unavailable{margin:0;color:var(--warning);font-size:.9375rem;font-weight:620}.card:has(.unavailable) .picture{filter:grayscale(1) contrast(.7) brightness(1.25)}',
  '.featured{display:grid;gap:.75rem;margin-bottom:1.5rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr))}',
  '.featured a{display:flex;align-items:center;justify-content:center;gap:.625rem;min-height:3.5rem;height:100%;padding:.625rem 1.25rem;border:1.5px solid var(--main-edge);border-radius:1rem;background:var(--surface);color:var(--text);font-weight:620;text-align:center;text-decoration:none;overflow-wrap:anywhere}.featured a:hover{box-shadow:inset 0 0 0 1px var(--main-edge)}',
  '.shelf{display:block;flex:none}.shelf .book{fill:var(--main);stroke:var(--main-edge)}.shelf text{fill:var(--on-main);font-size:2rem;font-weight:720}',
  ':is(.empty,.missing) .shelf{width:min(16rem,70%);margin:0 auto 1.5rem}:is(.empty,.missing) .book{fill:none;stroke:var(--page-accent);stroke-width:2.5;stroke-dasharray:5 6}',
  '.empty,.missing{padding-block:4rem;text-align:center;color:var(--on-page-soft)}.missing h1{margin:0 0 .5rem;color:var(--on-page)}.missing .buy{margin-top:1rem}',
  '.pages{display:flex;justify-content:center;gap:.75rem;margin-top:2rem}.snippet{width:100%;height:20rem;margin-top:2rem;border:0;border-radius:1rem}',
]

const productPage = [
  '.detail{display:grid;gap:clamp(1.25rem,4vw,3.5rem);padding-block:clamp(1rem,3vw,2.5rem)}',
  '.detail .picture{border:1px solid var(--line);border-radius:1.25rem}',
  '.details{min-width:0}.details h1{margin:0 0 1rem;font-size:clamp(1.5rem,1.15rem + 1.8vw,2.5rem);font-weight:720}.details .unavailable{color:var(--on-page);margin-bottom:.75rem}.details .quiet{color:var(--on-page);border-color:var(--on-page-soft)}',
  '.details .actions{margin:0 0 1.25rem;padding:0;grid-template-columns:repeat(auto-fit,minmax(min(100%,14rem),1fr))}.details .buy{min-height:3.25rem;font-size:1.0625rem}',
  '.text{margin:0 0 1.5rem;white-space:pre-line}',
  'dl{margin:0}dl div{display:grid;grid-template-columns:minmax(5rem,11rem) 1fr;gap:1rem;padding-block:.625rem;border-top:1px solid var(--page-line)}dt{color:var(--on-page-soft);overflow-wrap:anywhere}dd{margin:0;overflow-wrap:anywhere}',
  '.related .cards{grid-template-columns:repeat(auto-fill,minmax(min(100%,9.5rem),1fr))}.related .summary,.related .actions{display:none}',
  '@media(min-width:48rem){.detail{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}.detail .picture{position:sticky;top:1.5rem;align-self:start}.related .cards{grid-template-columns:repeat(4,1fr)}}',
]

/** Visual: pictures first, many at a glance. */
const grid = [
  '.grid .cards{grid-template-columns:repeat(auto-fill,minmax(min(100%,9.5rem),1fr))}',
  '@media(max-width:40rem){.grid .summary{display:none}.grid .body{padding:.625rem}.grid .card :is(h2,h3){font-size:.9375rem}.grid .card .buy{gap:.375rem;padding-inline:.375rem;font-size:.8125rem}}',
  '@media(min-width:40.01rem){.grid .cards{grid-template-columns:repeat(auto-fill,minmax(15rem,1fr))}}',
]

/** Modern: everything in the middle, on the store's own color. */
const top = [
  '.top .identity{flex-direction:column;align-items:center;text-align:center}.top .small.head .identity{flex-direction:row;justify-content:center}',
  '.top .identity .shelf{display:block;order:0;align-self:center;width:11rem;margin:0}.top .logo{width:6.5rem;height:6.5rem;border-radius:50%}.top .small .logo{width:2.5rem;height:2.5rem}.top :is(.banner,picture)+.identity .logo{margin-top:-4.5rem}',
  '.top .social{justify-content:center;margin-inline:0}.top .disclosure{text-align:center}.top .columns{max-width:62rem}',
  '.top .tools{flex-direction:column;align-items:center}.top .tools nav{flex:none;max-width:100%}.top search{flex:none;width:100%;max-width:26rem}',
  '.top .featured{max-width:40rem;margin-inline:auto;grid-template-columns:1fr}',
  '.top .cards{grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr))}.top .picture{aspect-ratio:4/3}.top .detail .picture{aspect-ratio:1}',
]

/** Classic: categories at the side, products in rows. */
const left = [
  '.left main .cards{grid-template-columns:repeat(auto-fill,minmax(min(100%,23rem),1fr))}.left main>.cards>.card{flex-direction:row}',
  '.left main>.cards .picture{width:38%;max-width:11rem;min-height:100%;flex:none;align-self:stretch;aspect-ratio:auto;height:auto}',
  '@media(min-width:60rem){.left .columns:has(.tools){display:grid;grid-template-columns:15rem minmax(0,1fr);gap:2.5rem;align-items:start}.left .tools{position:sticky;top:0;flex-flow:column nowrap;align-items:stretch;padding-block:1.5rem;max-height:100vh;overflow-y:auto}.left .tools nav,.left search{flex:none}.left .categories{flex-direction:column;gap:.125rem;overflow:visible}.left .categories a{border-color:transparent;background:none;color:var(--on-page);border-radius:.625rem}.left .categories a:hover{background:var(--surface);color:var(--text)}.left .categories a[aria-current]{background:var(--main);color:var(--on-main)}.left main{padding-top:1.5rem}.left button{padding-inline:.75rem}}',
]

const footer = [
  'footer{margin-top:auto;padding-block:1.5rem 2.5rem;border-top:1px solid var(--page-line);color:var(--on-page-soft);font-size:.875rem}',
  'footer .frame{display:flex;flex-wrap:wrap;gap:.5rem 2rem;justify-content:space-between}footer p{margin:0;white-space:pre-line;max-width:46rem}.legal{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}.legal a{color:inherit;display:inline-block;padding-block:.25rem}',
]

/** A picture that is clicked moves to its place on the product's page. */
const motion = [
  '@media(prefers-reduced-motion:no-preference){@view-transition{navigation:auto}.card{transition:box-shadow .15s}.card:hover{box-shadow:0 6px 20px #0002}',
  '.card:is(:hover,:focus-within) .picture,.detail .picture{view-transition-name:attr(data-picture type(<custom-ident>),none)}}',
]

/** The style of all stores; the content security policy allows it by its hash. */
export const storeStyle = [...base, ...header, ...tools, ...products, ...productPage, ...grid, ...top, ...left, ...footer, ...motion].join(
  '',
)
