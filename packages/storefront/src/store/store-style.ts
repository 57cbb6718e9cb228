import { fontFace, fontFamily } from '@linkshelf/contract'
import { readableOn, textOn } from './colors.ts'
import type { StoreData } from './store-data.ts'

const page = '#ffffff'

/** The colors and the typeface of one store as CSS variables; everything else of the style is the same for all stores. */
export function storeVariables({
  mainColor,
  secondaryColor,
  fontsUrl,
}: Pick<StoreData, 'mainColor' | 'secondaryColor' | 'fontsUrl'>): string {
  const ownFont = fontsUrl === null ? undefined : fontNameIn(fontsUrl)
  const variables = {
    font: ownFont === undefined ? fontFamily : `'${ownFont}',${fontFamily}`,
    main: mainColor,
    'on-main': textOn(mainColor),
    'main-text': readableOn(mainColor, page),
    second: secondaryColor,
    'on-second': textOn(secondaryColor),
    'on-second-soft': readableOn(textOn(secondaryColor) === '#ffffff' ? '#d5d9d7' : '#4b5552', secondaryColor),
  }
  return `:root{${Object.entries(variables)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`
}

/** The first family that a stylesheet in the form of Google Fonts declares; undefined for another form. */
function fontNameIn(url: string): string | undefined {
  const family = new URL(url).searchParams.get('family')?.split(':')[0]
  return family !== undefined && /^[\p{L}\p{N} -]{1,60}$/u.test(family) ? family : undefined
}

export const storeStyle = [
  fontFace,
  '*{box-sizing:border-box}',
  '@view-transition{navigation:auto}',
  'body{margin:0;background:#fff;color:#17201d;font:1rem/1.55 var(--font);-webkit-text-size-adjust:100%}',
  'a{color:var(--main-text)}',
  'img{display:block;max-width:100%;height:auto}',
  ':focus-visible{outline:3px solid var(--main-text);outline-offset:2px;border-radius:.25rem}',
  '.skip{position:absolute;left:-99rem}.skip:focus{left:.5rem;top:.5rem;z-index:2;padding:.5rem .75rem;background:#fff}',
  '.frame{max-width:75rem;margin:0 auto;padding:0 1rem}',
  '.banner{width:100%;height:clamp(8rem,22vw,18rem);object-fit:cover}',
  '.head{background:var(--second);color:var(--on-second)}',
  '.head .frame{display:flex;align-items:center;gap:1rem;padding-block:1.5rem}',
  '.logo{width:4rem;height:4rem;border-radius:50%;object-fit:cover;background:#fff;flex:none}',
  '.head h1,.head .name{margin:0;font-size:clamp(1.375rem,1.1rem + 1.3vw,2rem);line-height:1.2;font-weight:680;letter-spacing:-.015em;overflow-wrap:anywhere}',
  '.head .name a{color:inherit;text-decoration:none}',
  '.head p{margin:.25rem 0 0;color:var(--on-second-soft);max-width:46rem;overflow-wrap:anywhere}',
  '.note{padding-block:.5rem;font-size:.8125rem;color:#4b5552}',
  '.note-line{border-bottom:1px solid #e3e8e6}',
  '.tools{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center;padding:1rem 0}',
  '.categories{display:flex;flex-wrap:wrap;gap:.5rem;margin:0;padding:0;list-style:none}',
  '.categories a{display:inline-flex;align-items:center;gap:.5rem;min-height:2.5rem;padding:.25rem .875rem;border:1px solid #cfd7d4;border-radius:99rem;color:#17201d;text-decoration:none;font-size:.9375rem;overflow-wrap:anywhere}',
  '.categories a[aria-current]{background:var(--main);border-color:var(--main);color:var(--on-main)}',
  '.dot{width:.625rem;height:.625rem;border-radius:50%;flex:none}',
  'search{margin-inline-start:auto}form{display:flex;gap:.5rem}',
  'input{min-width:0;width:14rem;max-width:100%;min-height:2.5rem;padding:.375rem .75rem;border:1px solid #aeb9b5;border-radius:.5rem;font:inherit}',
  'button,.buy{display:inline-flex;align-items:center;justify-content:center;gap:.375rem;min-height:2.75rem;padding:.5rem 1rem;border:0;border-radius:.625rem;background:var(--main);color:var(--on-main);font:inherit;font-weight:620;text-decoration:none;cursor:pointer;text-align:center;overflow-wrap:anywhere}button{flex:none;min-height:2.5rem;overflow-wrap:normal}',
  '.buy:hover,button:hover{filter:brightness(.94)}',
  '.products{display:grid;gap:1.25rem;margin:0 0 2rem;padding:0;list-style:none;grid-template-columns:repeat(auto-fill,minmax(min(100%,15.5rem),1fr))}',
  '.product{display:flex;flex-direction:column;border:1px solid #e3e8e6;border-radius:.875rem;overflow:hidden;background:#fff;content-visibility:auto;contain-intrinsic-size:auto 24rem}',
  '.product:nth-child(-n+4){content-visibility:visible}',
  '.picture{width:100%;aspect-ratio:4/3;object-fit:contain;background:#f4f6f5}',
  '.blank{display:grid;place-items:center;width:100%;aspect-ratio:4/3;background:var(--second);color:var(--on-second);font-size:2.5rem;font-weight:680}',
  '.body{display:flex;flex:1;flex-direction:column;gap:.5rem;padding:1rem}',
  '.body h2{margin:0;font-size:1.0625rem;line-height:1.3;overflow-wrap:anywhere}',
  '.body h2 a{color:inherit;text-decoration:none}.body h2 a:hover{text-decoration:underline}',
  '.body p{margin:0;color:#4b5552;font-size:.9375rem;overflow-wrap:anywhere;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}',
  '.actions{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:auto;padding-top:.25rem}.actions .buy{flex:1 1 8rem}',
  '.ad{font-size:.75rem;font-weight:500;opacity:.85}',
  '.left .columns{display:grid;gap:2rem}',
  '@media(min-width:60rem){.left .columns{grid-template-columns:14rem 1fr}.left button{padding-inline:.75rem}.left .tools{flex-direction:column;align-items:stretch;position:sticky;top:0;align-self:start}.left .categories{flex-direction:column;align-items:start}.left search{margin:0;order:-1}.left main{padding-top:1rem}}',
  '.top .head{text-align:center}.top .head .frame{flex-direction:column}.top .logo{width:6rem;height:6rem}.top .tools{justify-content:center}.top search{margin:0}.top .products{grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr))}',
  '.grid .picture,.grid .blank{aspect-ratio:1}',
  '.detail{display:grid;gap:2rem;padding:1.5rem 0 2.5rem}@media(min-width:48rem){.detail{grid-template-columns:1fr 1fr}}',
  '.detail .picture,.detail .blank{border-radius:.875rem}',
  '.detail h1{margin:0 0 .75rem;font-size:clamp(1.5rem,1.2rem + 1.4vw,2.125rem);line-height:1.2;overflow-wrap:anywhere}',
  '.text{white-space:pre-line;overflow-wrap:anywhere}',
  'dl{display:grid;grid-template-columns:minmax(6rem,max-content) 1fr;gap:.375rem 1rem;margin:1.25rem 0}dt{color:#4b5552}dd{margin:0;overflow-wrap:anywhere}',
  '.unavailable{margin:.25rem 0!important;color:#8a2f12!important;font-weight:600}.quiet{background:none;color:#17201d;box-shadow:inset 0 0 0 1px #aeb9b5}',
  '.featured{display:grid;gap:.75rem;margin:0 0 1.5rem;padding:0;list-style:none}.featured a{display:flex;align-items:center;justify-content:center;gap:.5rem;min-height:3.25rem;padding:.5rem 1rem;border-radius:.875rem;background:var(--second);color:var(--on-second);font-weight:620;text-decoration:none;overflow-wrap:anywhere}',
  '.social{display:flex;flex-wrap:wrap;gap:.25rem;margin:.5rem 0 0 -.5rem;padding:0;list-style:none}.social a{display:grid;place-items:center;width:2.5rem;height:2.5rem;border-radius:50%;color:inherit}',
  '.legal{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:.5rem 0 0;padding:0;list-style:none}footer p{margin:0}footer a{color:inherit}',
  '.empty{padding:3rem 0;text-align:center;color:#4b5552}',
  '.snippet{width:100%;height:20rem;border:0}',
  'footer{padding:1.5rem 0 2.5rem;border-top:1px solid #e3e8e6;color:#4b5552;font-size:.875rem;white-space:pre-line;overflow-wrap:anywhere}',
].join('')
