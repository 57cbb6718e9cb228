// Styles of products: cards in each layout, and the page of one product.
import type { StoreLayout } from '@linkshelf/contract'

const cards = [
  '.cards{display:grid;gap:clamp(.75rem,2vw,1.5rem)}main>h2,.related>h2{margin:1.5rem 0 1rem;font-size:1.375rem}',
  '.card{position:relative;display:flex;flex-direction:column;min-width:0;border:1px solid var(--line);border-radius:1rem;overflow:hidden;background:var(--surface);color:var(--text);box-shadow:var(--lift)}',
  '.card:hover{border-color:var(--control);box-shadow:var(--lift-more)}',
  '.card h2,.card h3{margin:0;font-size:1.0625rem;font-weight:620;line-height:1.3;letter-spacing:-.012em}.card :is(h2,h3) a{color:inherit;text-decoration:none}.card :is(h2,h3) a::after{content:"";position:absolute;inset:0}',
  '.card :is(h2,h3) a:focus-visible{outline:0}.card:has(:is(h2,h3) a:focus-visible){outline:3px solid var(--page-accent);outline-offset:2px}.card .buy:focus-visible{outline-color:var(--accent);outline-offset:1px}',
  '.picture{width:100%;height:auto;aspect-ratio:1;object-fit:cover}.portrait .picture{aspect-ratio:4/5}.landscape .picture{aspect-ratio:3/2}.whole .picture{object-fit:contain;background:var(--ground)}',
  // White edges of a cut-out take the color of its background, which has the hue of the picture.
  '.cutout{overflow:hidden;background:var(--ground-tint)}.cutout .picture{object-fit:contain;background:none;mix-blend-mode:multiply}',
  '.blank{display:grid;place-items:center;background:var(--second);color:var(--on-second)}.blank .shelf{width:80%}',
  '.body{display:flex;flex:1;flex-direction:column;gap:.375rem;min-width:0;padding:.875rem 1rem 1rem}',
  '.summary{margin:0;color:var(--soft);font-size:.9375rem;line-height:1.5;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}',
  '.actions{margin-top:auto;padding-top:.625rem}.actions a{position:relative;z-index:1}.card .buy{width:100%}.card .actions{display:flex;flex-direction:column-reverse}',
  // The line has a fixed height, so that a second line is hidden. If both texts are in one line, the large factor gives
  // the first text less than a pixel.
  '.fit{display:flex;flex-wrap:wrap;align-content:flex-start;min-width:0;max-width:100%;height:1.25em;overflow:hidden;text-align:center;white-space:nowrap}.fit>:first-child{flex:1 1 0;width:0;overflow:hidden;text-overflow:ellipsis}.fit>:last-child{flex:9999 0 auto}',
  '.others{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .625rem;margin:-.375rem 0 .375rem;color:var(--soft);font-size:.8125rem}.others a{max-width:100%;padding-block:.25rem;color:var(--accent);font-weight:560;text-underline-offset:.2em;overflow-wrap:anywhere}',
  '.quiet{background:none;color:var(--text);border-color:var(--control)}.quiet:hover{background:none;border-color:currentColor}',
  '.ad{flex:none;padding:.0625rem .3125rem;border:1px solid;border-radius:.3125rem;font-size:.6875rem;font-weight:600;line-height:1.2;white-space:nowrap}.others .ad{padding:0;border:0;color:var(--soft)}',
  // On a phone, the mark of an ad is below the label, because a shop's name next to a long mark would be cut.
  '@media(max-width:40rem){.actions .buy{flex-direction:column;gap:0;padding:.3125rem}.actions .ad{padding:0;border:0}}',
  '.unavailable{margin:0;color:var(--warning);font-size:.9375rem;font-weight:620}.card:has(.unavailable) .picture{filter:grayscale(1) contrast(.7) brightness(1.25)}',
  '.shelf{display:block;flex:none}.book{fill:var(--book,var(--main));stroke:var(--edge,var(--main-edge));stroke-dasharray:var(--dashes,0);stroke-width:1.5}.shelf text{fill:var(--on-main);font-size:2rem;font-weight:720}',
  ':is(.empty,.missing) .shelf{--book:none;--edge:var(--page-accent);--dashes:5 6;width:min(16rem,70%);margin:0 auto 1.5rem}',
  '.empty,.missing{padding-block:4rem;text-align:center;color:var(--on-page-soft)}.missing h1{margin:0 0 .5rem;color:var(--on-page)}.missing .buy{margin-top:1rem}',
  '.pages{display:flex;justify-content:center;gap:.75rem;margin-top:2rem}.snippet{width:100%;height:20rem;margin-top:2rem;border:0;border-radius:1rem}',
]

const featured = [
  '.featured{display:grid;gap:.75rem;margin-bottom:clamp(.75rem,2vw,1.5rem);grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr))}',
  '.featured a{display:flex;align-items:center;justify-content:center;gap:.625rem;min-height:3.25rem;height:100%;padding:.5rem 1.25rem;border:1px solid var(--main-edge);border-radius:1rem;background:var(--surface);color:var(--text);box-shadow:var(--lift);font-weight:600;line-height:1.3;text-align:center;text-decoration:none;overflow-wrap:anywhere}.featured a:hover{box-shadow:inset 0 0 0 1px var(--main-edge)}',
  // On a phone, featured links are a row that visitors swipe, so that products are visible without scrolling.
  '@media(max-width:40rem){.featured{display:flex;gap:.5rem;margin:0 -1rem .375rem;padding:0 1rem .25rem;overflow-x:auto;scroll-snap-type:x proximity;scroll-padding-inline:1rem;scrollbar-width:none}.featured li{flex:1 0 auto;max-width:72%;scroll-snap-align:start}.featured li:only-child{max-width:100%}.featured a{min-height:2.75rem;padding:.25rem .875rem;font-size:.875rem}.featured a>span:first-child{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}}',
]

const productPage = [
  '.detail{display:grid;gap:clamp(1.25rem,4vw,3.5rem);padding-block:clamp(1rem,3vw,2.5rem)}',
  '.detail>:is(.cutout,.picture),.detail>picture>.picture{border:1px solid var(--line);border-radius:1.25rem}',
  '.details{min-width:0}.details h1{margin:0 0 1rem;font-size:clamp(1.5rem,1.15rem + 1.8vw,2.375rem);font-weight:720;letter-spacing:-.022em}.details .unavailable{color:var(--on-page);margin-bottom:.75rem}.details .quiet{color:var(--on-page)}',
  '.details .actions{display:grid;gap:.5rem;margin:0 0 1.25rem;padding:0;grid-template-columns:repeat(auto-fit,minmax(min(100%,18rem),1fr))}.details .buy{min-height:3.25rem;font-size:1.0625rem}.details .buy:first-child{grid-column:1/-1}',
  '.text{margin:0 0 1.5rem;white-space:pre-line}',
  'dl{margin:0}dl div{display:grid;grid-template-columns:minmax(5rem,11rem) 1fr;gap:1rem;padding-block:.625rem;border-top:1px solid var(--page-line)}dt{color:var(--on-page-soft);overflow-wrap:anywhere}dd{margin:0;overflow-wrap:anywhere}',
  '.related .cards{grid-template-columns:repeat(auto-fill,minmax(min(100%,9.5rem),1fr))}.related .summary,.related .actions{display:none}',
  '@media(min-width:48rem){.detail{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}.detail>:is(.cutout,.picture),.detail>picture>.picture{position:sticky;top:1.5rem;align-self:start}.related .cards{grid-template-columns:repeat(4,1fr)}}',
]

const textHidden = 'position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)'

/** The layout Visual has large pictures, and many of them are visible at a glance. */
const grid = [
  '.grid .cards{grid-template-columns:repeat(auto-fill,minmax(min(100%,9.5rem),1fr))}',
  '@media(max-width:40rem){.grid .summary{display:none}.grid .body{padding:.625rem}.grid .card :is(h2,h3){font-size:.9375rem;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}.grid .card .buy{min-height:2.625rem;font-size:.8125rem}}',
  '@media(min-width:40.01rem){.grid .cards{grid-template-columns:repeat(auto-fill,minmax(15rem,1fr))}}',
]

/** Returns the style of a header with picture, name and texts in the middle. `of` is the selector of the page. */
export function formatMiddleHeader(of: string): string {
  return [
    `${of} .identity{flex-direction:column;align-items:center;gap:.75rem;text-align:center}${of} .small.head .identity{flex-direction:row;justify-content:center}`,
    `${of} .identity .shelf{display:block;order:0;align-self:center;width:11rem;margin:0}${of} .head:not(.small) .logo{width:6.5rem;height:6.5rem;border-radius:50%}${of} :is(.banner,picture)+.identity .logo{align-self:center;margin-top:-4.5rem}`,
    `${of} .about{margin-inline:auto}${of} .social{justify-content:center;margin-inline:0}${of} .disclosure,${of} .columns>main>:is(h1,.collection){text-align:center}${of} .columns .trail ol{justify-content:center}${of} .collection p{margin-inline:auto}${of} .disclosure p{margin-inline:auto}`,
    `@media(max-width:40rem){${[
      `${of} .head:not(.small) .identity{flex-wrap:nowrap;gap:.25rem}${of} .head:not(.small) .logo{width:4.5rem;height:4.5rem}${of} .head:not(.small) :is(.banner,picture)+.identity .logo{margin-top:-3rem}`,
      `${of} .introduction{display:block;max-width:100%}${of} .introduction .social{justify-content:flex-start}${of} .social li:first-child{margin-inline-start:auto}${of} .social li:last-child{margin-inline-end:auto}`,
    ].join('')}}`,
  ].join('')
}

/** The layout Modern has everything in the middle, on the store's own color. */
const top = [
  formatMiddleHeader('.top'),
  '.top :is(.columns,footer .frame){max-width:66rem}',
  '@media(min-width:40.01rem){.top .tools{justify-content:center}.top .tools nav{flex:1 0 100%}.top .categories li:first-child{margin-inline-start:auto}.top .categories li:last-child{margin-inline-end:auto}.top search{flex-basis:26rem}}',
  '.top .featured{max-width:40rem;margin-inline:auto;grid-template-columns:1fr}',
  '.top .cards{grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr))}.top.whole .picture{aspect-ratio:4/3}.top.whole .detail .picture{aspect-ratio:1}',
  '@media(max-width:40rem){.top .featured{max-width:none;margin-inline:-1rem}}',
]

/** The layout List has one row per product, with a small picture and the button at the end. */
const list = [
  '.list{--wide:50rem}.list main .cards{gap:.625rem}.list main>.cards>.card{flex-direction:row;align-items:stretch}',
  '.list main>.cards :is(.cutout,.picture){flex:none;width:6.5rem;min-height:100%;height:auto;align-self:stretch}.list main>.cards .cutout{display:flex}.list main>.cards .cutout .picture{width:100%}',
  // Links to other shops are below the name, and the button is next to them.
  '.list main>.cards .body{display:grid;grid-template-columns:minmax(0,1fr) auto;grid-auto-rows:min-content;align-content:center;gap:0 1rem;padding:.75rem 1rem}.list main>.cards .body>*{grid-column:1;margin-block:.125rem}.list main>.cards .actions{display:contents}',
  '.list main>.cards .buy{grid-column:2;grid-row:1/span 9;align-self:center;width:auto;max-width:13rem}.list main>.cards .others{grid-column:1;margin:0}.list main>.cards .summary{-webkit-line-clamp:2}',
  `@media(max-width:40rem){.list main>.cards :is(.cutout,.picture){width:4.75rem}.list main>.cards .body{column-gap:.5rem;padding:.5rem;padding-inline:.75rem .625rem}.list main>.cards .summary{display:none}.list .card :is(h2,h3){font-size:.9375rem}.list main>.cards .buy{max-width:8rem;min-height:2.625rem;padding-inline:.5rem;font-size:.8125rem}.list .card .fit>:first-child{flex:none;width:auto;max-width:100%}.list .card .fit>:last-child{${textHidden}}}`,
]

const magazineCard = '.magazine main>.cards>.card'
/** The last card, if no other card is next to it. */
const alone = ':is(:nth-child(5n+2),:nth-child(5n+4)):last-child'
/** On a phone: cards that have the whole width, and cards that share a row. */
const [wide, narrow] = [`${magazineCard}:is(:nth-child(5n+1),${alone})`, `${magazineCard}:not(:nth-child(5n+1),${alone})`]
const lead = `${magazineCard}:is(:first-child,${alone})`
/**
 * Two cards that share a row. Their pictures have a ratio of their own, because with the ratio of the other cards they
 * would be as high as the screen.
 */
const pair = `${magazineCard}:is(:nth-child(5n+2),:nth-child(5n+3),:nth-child(5n+4):nth-last-child(2),:nth-child(5n):last-child)`

/** Returns the style of a card that has the whole width on a desktop, with the picture next to the text. */
export function formatLeadCard(card: string): string {
  return [
    `${card}{grid-column:1/-1;flex-direction:row;align-items:stretch}${card} :is(.cutout,.picture){width:60%;flex:none}${card} .cutout{display:flex;align-items:center}${card} .cutout .picture{width:100%}`,
    `${card} .body{justify-content:center;padding:clamp(1.25rem,3.5vw,3rem)}${card} :is(h2,h3){font-size:clamp(1.5rem,1rem + 1.6vw,2.25rem)}${card} .summary{font-size:1.0625rem;-webkit-line-clamp:6}`,
    `${card} .actions{align-items:flex-start;margin-top:.75rem}${card} .buy{width:auto;min-width:12rem;padding-inline:1.5rem}`,
  ].join('')
}

/**
 * In the layout Magazine, the first product is large. The products after it are in rows of two and three. The last row
 * is always full.
 */
const magazine = [
  `${lead} .picture{aspect-ratio:3/2}`,
  `@media(max-width:47.99rem){${[
    `.magazine main>.cards{grid-template-columns:repeat(2,minmax(0,1fr))}${wide}{grid-column:1/-1}${wide} :is(h2,h3){font-size:1.3125rem}`,
    `${narrow} .summary{display:none}${narrow} .body{padding:.625rem}${narrow} :is(h2,h3){font-size:.9375rem;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}`,
    `${narrow} .buy{min-height:2.625rem;font-size:.8125rem}`,
  ].join('')}}`,
  `@media(min-width:48rem){${[
    `.magazine main>.cards{grid-template-columns:repeat(6,minmax(0,1fr))}${magazineCard}{grid-column:span 2}${pair}{grid-column:span 3}`,
    `${pair} .picture{aspect-ratio:4/3}`,
    formatLeadCard(lead),
    `${magazineCard}${alone}{flex-direction:row-reverse}`,
  ].join('')}}`,
]

/** The layout Classic has categories at the side, and products in rows. */
const left = [
  '.left main .cards{grid-template-columns:repeat(auto-fill,minmax(min(100%,23rem),1fr))}.left main>.cards>.card{flex-direction:row}',
  '.left main>.cards :is(.cutout,.picture){width:38%;max-width:11rem;min-height:100%;flex:none;align-self:stretch}.left.whole main>.cards .picture{aspect-ratio:auto}.left main>.cards .cutout{display:flex}.left main>.cards .cutout .picture{width:100%}.left main>.cards .buy{gap:.375rem;padding-inline:.5rem;font-size:.9375rem}',
  `@media(min-width:60rem){${[
    '.left .columns:has(.tools){display:grid;grid-template-columns:15rem minmax(0,1fr);gap:2.5rem;align-items:start}.left .tools{position:sticky;top:0;flex-flow:column nowrap;align-items:stretch;padding-block:1.5rem;max-height:100vh;overflow-y:auto}.left .tools nav,.left search{flex:none}',
    '.left .categories{flex-direction:column;gap:.125rem;padding-inline-end:.375rem;overflow:visible;-webkit-mask-image:none}.left .categories a{border-color:transparent;background:none;color:var(--on-page);border-radius:.625rem}.left .categories a:hover{background:var(--surface);color:var(--text)}.left .categories a[aria-current]{background:var(--main);color:var(--on-main)}.left main{padding-top:1.5rem}.left button{padding-inline:.75rem}',
  ].join('')}}`,
]

export const productStyle = cards

/** Styles of featured links. Only stores with featured links have them. */
export const featuredStyle = featured.join('')

/** Styles of the page of a product. No other page has them. */
export const productPageStyle = productPage.join('')

export const layoutStyles: Record<StoreLayout, string> = {
  left: left.join(''),
  top: top.join(''),
  grid: grid.join(''),
  list: list.join(''),
  magazine: magazine.join(''),
}
