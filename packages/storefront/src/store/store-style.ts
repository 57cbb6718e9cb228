import { fontFace, type PageLanguage } from '@linkshelf/contract'
import { productStyle } from './product-style.ts'

const gutter = 'clamp(1rem,3vw,2rem)'

const searched = ':has([type=search]:not(:placeholder-shown))'

const base = [
  fontFace,
  '*{box-sizing:border-box}',
  'html{-webkit-text-size-adjust:100%}',
  'body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;background:var(--page);color:var(--on-page);font:1rem/1.55 var(--font)}',
  'h1,h2,h3{line-height:1.2;letter-spacing:-.015em;text-wrap:balance;overflow-wrap:anywhere}',
  'p{overflow-wrap:anywhere}a{color:var(--page-accent)}img{display:block;max-width:100%}picture{display:contents}source{display:none}ul{list-style:none;margin:0;padding:0}',
  ':focus-visible{outline:3px solid var(--page-accent);outline-offset:2px;border-radius:.375rem}',
  '.skip{position:absolute;top:-9rem;margin:.5rem}.skip:focus{top:0;z-index:2;padding:.5rem .75rem;background:var(--surface);color:var(--text)}',
  `.frame{width:100%;max-width:var(--wide,78rem);margin-inline:auto;padding-inline:${gutter}}`,
]

const header = [
  '.head{background:var(--second);color:var(--on-second);border-top:.25rem solid var(--brand)}',
  '.head :focus-visible{outline-color:currentColor}',
  '.banner{width:100%;height:clamp(4.5rem,17vw,14rem);object-fit:cover}',
  '.identity{display:flex;align-items:center;gap:1.5rem;padding-block:clamp(1rem,2.5vw,1.75rem)}',
  '.logo{width:6rem;height:6rem;flex:none;border-radius:1.5rem;object-fit:cover;background:#fff;box-shadow:0 0 0 4px var(--second),0 2px 12px #0003}',
  ':is(.banner,picture)+.identity .logo{align-self:flex-start;margin-top:-3.5rem;position:relative}',
  // The drawing stands on the lower edge of the header: next to the name, or above the name if the header is centered.
  '.identity .shelf{order:1;align-self:flex-end;width:13rem;margin:0 0 calc(-1*clamp(1rem,2.5vw,1.75rem))}',
  '.introduction{min-width:0;flex:1}.introduction h1{margin:0;font-size:clamp(1.375rem,1.1rem + 1.5vw,2.125rem);font-weight:740;letter-spacing:-.022em}',
  '.about{margin:.375rem 0 0;max-width:44rem;color:var(--on-second-soft)}.about,.about summary{white-space:pre-line;overflow-wrap:anywhere}summary{display:block;cursor:pointer;list-style:none}summary::-webkit-details-marker{display:none}',
  // A long description is cut to two lines until it is open. Its arrow is that of the disclosure.
  '.about summary{display:flex;align-items:flex-end}.about summary::after{margin-bottom:.5em}.about:not([open]) span{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:var(--lines,unset);overflow:hidden}.long{--lines:2}@media(min-width:40.01rem){.about:not(.long) summary::after{display:none}}',
  '.name{font-size:1.0625rem;font-weight:680;color:inherit;text-decoration:none;overflow-wrap:anywhere}a.name:hover{text-decoration:underline}',
  '.small .identity{gap:.75rem;padding-block:.625rem}.small h1{min-width:0;margin:0;font:inherit}.small .logo{width:2.5rem;height:2.5rem;border-radius:.75rem;box-shadow:none}',
  '.social{display:flex;flex-wrap:wrap;gap:.375rem;margin:.625rem -.625rem 0}.social a{display:grid;place-items:center;width:2.75rem;height:2.75rem;border-radius:50%;color:inherit}.social a:hover{background:var(--second-line)}',
  `.disclosure{margin:0;padding-block:.5rem;padding-inline:max(${gutter},calc((100% - var(--wide,78rem))/2 + 2rem));background:var(--page);color:var(--on-page-soft);border-bottom:1px solid var(--page-line);font-size:.8125rem;line-height:1.4}`,
  '.disclosure p{margin:.375rem 0 0;max-width:60rem}summary[dir]::after{content:"";flex:none;display:inline-block;width:.4rem;height:.4rem;margin-inline:.5rem .125rem;border:solid;border-width:0 1.5px 1.5px 0;transform:translateY(-.15rem) rotate(45deg)}[open]>summary[dir]::after{transform:translateY(.05rem) rotate(225deg)}.disclosure summary:hover{color:var(--on-page)}',
  `@media(max-width:40rem){${[
    '.head:not(.small) .identity{flex-wrap:wrap;gap:.25rem .875rem;padding-block:.75rem .25rem}',
    '.head:not(.small) .logo{width:4rem;height:4rem;border-radius:1.125rem}.head:not(.small) :is(.banner,picture)+.identity .logo{margin-top:-1.625rem}',
    // The name is next to the picture, and everything else is below.
    '.introduction,.small .introduction{display:contents}.introduction h1{flex:1 1 100%;min-width:0;font-size:1.3125rem}.head:not(.small) :is(.logo,picture)+.introduction h1{flex-basis:0}.about,.introduction .social{flex:0 0 100%}',
    '.about{--lines:2;margin:.25rem 0 0;font-size:.9375rem;line-height:1.45}',
    '.introduction .social{flex-basis:calc(100% + .625rem);flex-wrap:nowrap;overflow-x:auto;scrollbar-width:none;gap:.125rem;margin-top:0}.disclosure{padding-block:.375rem}',
    '.introduction>:last-child:not(.social){margin-bottom:.5rem}',
    '.identity .shelf{display:none}',
  ].join('')}}`,
]

const tools = [
  'main{flex:1;min-width:0;padding-bottom:3rem}.columns{flex:1}.columns>main:first-child{padding-top:clamp(1rem,3vw,1.5rem)}',
  '.tools{position:relative;display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1.5rem;padding-block:1rem;min-width:0}.tools nav{flex:1 1 auto;min-width:0}',
  // Categories that do not fit are swiped, and fade out at the edges. If they leave no space for the search, it is
  // below them.
  '.categories{display:flex;gap:.5rem;padding:.375rem;padding-inline-end:1.5rem;margin-inline:-.375rem;overflow-x:auto;scrollbar-width:none;-webkit-mask-image:linear-gradient(90deg,#0000,#000 .5rem calc(100% - 1.5rem),#0000)}',
  '.categories li{flex:none;max-width:100%}.categories a{display:flex;align-items:center;gap:.5rem;min-height:2.75rem;padding:.375rem 1rem;border-radius:99rem;border:1px solid var(--line);background:var(--surface);color:var(--text);font-size:.9375rem;font-weight:520;text-decoration:none}',
  '.categories span{max-width:16rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}',
  '.categories a:hover{border-color:var(--control)}.categories a[aria-current]{background:var(--main);border-color:var(--main-edge);color:var(--on-main);font-weight:620}',
  '.categories{scroll-padding-inline:4rem}.categories li+li [aria-current]{scroll-initial-target:nearest}.categories svg{flex:none}.categories circle{stroke:var(--line)}',
  'search{flex:0 1 20rem;min-width:0}form{display:flex;padding:.1875rem;border-radius:99rem;overflow:hidden;background:var(--surface);border:1px solid var(--control)}label{display:flex;flex:1;align-items:center;min-width:2.5625rem}label svg{flex:none;margin-inline:.6875rem;color:var(--soft)}',
  'form:focus-within{border-color:var(--accent)}input:focus-visible{outline:0}form:focus-within{outline:2px solid var(--accent)}',
  'input{flex:1;min-width:0;min-height:2.375rem;padding:0;border:0;border-radius:0;background:none;color:var(--text);font:inherit}input::placeholder{color:var(--soft);opacity:1}input[type=search]{-webkit-appearance:none;appearance:none}',
  'button,.buy,.pages a{display:inline-flex;align-items:center;justify-content:center;gap:.5rem;min-width:0;min-height:2.75rem;padding:.5rem 1rem;border:1px solid var(--main-edge);border-radius:.75rem;background:var(--main);color:var(--on-main);font:inherit;font-weight:620;line-height:1.25;text-align:center;text-decoration:none;white-space:nowrap;cursor:pointer}',
  'button{flex:none;min-height:2.375rem;border-radius:99rem}.buy:hover,button:hover{background:var(--main-hover)}',
  `@media(max-width:40rem){${[
    '.tools{gap:0 .375rem;padding-block:.125rem .25rem}.tools nav{flex-basis:0;margin-inline-end:.125rem}.categories{margin-inline-end:0}.tools>search:first-child{flex:1;margin-block:.875rem .75rem}',
    // Next to categories, the search is an icon until it is focused. If it has a text, it is below the categories.
    `nav+search{flex:none}nav+search:not(:focus-within,${searched}){width:2.875rem}nav+search:focus-within{position:absolute;inset-inline:0;z-index:1}nav+search${searched}:not(:focus-within){order:1;flex:1 0 100%;margin-block:.25rem .5rem}`,
  ].join('')}}`,
]

const footer = [
  'footer{margin-top:auto;padding-block:1.5rem 2.5rem;border-top:1px solid var(--page-line);color:var(--on-page-soft);font-size:.875rem}',
  'footer .frame{display:flex;flex-wrap:wrap;gap:.5rem 2rem;justify-content:space-between}footer p{margin:0;white-space:pre-line;max-width:46rem}.legal{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}.legal a{color:inherit;display:inline-block;padding-block:.25rem}',
]

/** When a visitor clicks a card, its picture moves to its place on the page of the product. */
const motion = [
  '@media(prefers-reduced-motion:no-preference){@view-transition{navigation:auto}.card,.featured a{transition:box-shadow .18s,border-color .18s,transform .18s}.card .picture{transition:transform .35s}.card:hover{transform:translateY(-2px)}.card:hover .picture{transform:scale(1.025)}',
  '.card:is(:hover,:focus-within) .picture,.detail .picture{view-transition-name:attr(data-picture type(<custom-ident>),none)}}',
]

/**
 * The style of all stores. The style of the store's layout is placed after it. The Content-Security-Policy allows both
 * by their hashes.
 */
export const storeStyle = [...base, ...header, ...tools, ...productStyle, ...footer, ...motion].join('')

const fromRightToLeft = [
  '.categories{-webkit-mask-image:linear-gradient(270deg,#0000,#000 .5rem calc(100% - 1.5rem),#0000)}',
  // Text that is written from left to right must not touch the button.
  'input{padding:0 .5rem}',
].join('')

/** Hyphenates headings, because names of products are often long compound words in these languages. */
const compounds = 'h1,h2,h3{-webkit-hyphens:auto;hyphens:auto}'

/** Styles for pages in these languages only. Arabic letters are connected, so letter spacing must not change. */
export const languageStyles: Partial<Record<PageLanguage, string>> = {
  de: compounds,
  nl: compounds,
  ar: `${fromRightToLeft}:root body *{letter-spacing:0}`,
  he: fromRightToLeft,
}
