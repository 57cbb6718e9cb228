// Styles of collections, of featured links as cards, and of a newsletter form. Only stores that have them use these
// styles.
import { isCard } from './parts/featured-links.tsx'
import type { StoreData } from './store-data.ts'

type StyledStore = Pick<StoreData, 'categories' | 'featuredLinks' | 'newsletter'>

/** Returns the styles that the pages of this store need in addition to the styles of all stores. */
export function listCollectionStyles({ categories, featuredLinks, newsletter }: StyledStore): string[] {
  const hasCollections = categories.some(({ isRow, imageUrl, description }) => isRow || imageUrl || description)
  return [
    ...(hasCollections ? [collectionStyle] : []),
    ...(featuredLinks.some(isCard) ? [featuredCardStyle] : []),
    ...(newsletter ? [newsletterStyle] : []),
  ]
}

const collectionStyle = [
  '.row{margin-bottom:clamp(1.25rem,3vw,2.25rem)}.row-head{display:flex;align-items:baseline;justify-content:space-between;gap:1rem;margin-bottom:.625rem}.row-head h2{min-width:0;margin:0;font-size:1.375rem}.row-head a{flex:none;padding-block:.375rem;font-size:.9375rem;font-weight:600;text-underline-offset:.2em}',
  '.strip{display:flex;gap:clamp(.625rem,1.5vw,1rem);padding:.375rem;margin-inline:-.375rem;overflow-x:auto;scroll-snap-type:x proximity;scroll-padding-inline:.375rem}',
  '.strip .card{flex:none;width:min(13.5rem,42vw);scroll-snap-align:start}.strip .card :is(h2,h3){font-size:.9375rem;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}.strip .body{padding:.75rem}.strip .buy{padding-inline:.5rem;font-size:.875rem}',
  // The end of a row fades out, which shows that the row can be scrolled. On a phone, the row extends to the edges of
  // the screen. There, the first row is above featured links, so that products are visible without scrolling.
  '@media(min-width:40.01rem){.strip{padding-inline-end:2.5rem;-webkit-mask-image:linear-gradient(90deg,#000 calc(100% - 2.5rem),#0000)}[dir=rtl] .strip{-webkit-mask-image:linear-gradient(270deg,#000 calc(100% - 2.5rem),#0000)}}',
  '@media(max-width:40rem){main:has(.row){display:flex;flex-direction:column}.row:first-of-type{order:-1}.strip{margin-inline:-1rem;padding-inline:1rem;scroll-padding-inline:1rem;scrollbar-width:none}.row-head{margin:.25rem 0 0}.row-head h2{font-size:1.1875rem}.row-head a{padding-block:.125rem}.strip .body{padding:.625rem}.strip .buy{gap:.3125rem;min-height:2.625rem;padding-inline:.25rem;font-size:.8125rem}.strip .unavailable{font-size:.8125rem}}',
  '.collection{margin-bottom:clamp(1rem,2.5vw,1.75rem)}.collection .cover{width:100%;height:clamp(8rem,24vw,17rem);object-fit:cover;border:1px solid var(--line);border-radius:1rem}.collection .cutout{border-radius:1rem}.collection .cutout .cover{object-fit:contain;border:0;background:none;mix-blend-mode:multiply}',
  '.collection h1{margin:.75rem 0 0}.collection p{max-width:44rem;margin:.375rem 0 0;color:var(--on-page-soft);white-space:pre-line}',
].join('')

const featuredCardStyle = [
  '.featured:has(.feature){grid-template-columns:repeat(auto-fit,minmax(min(100%,21rem),1fr))}body:not(.top) .featured:has(.feature):has(>:nth-child(4):last-child){grid-template-columns:repeat(2,1fr)}.top .featured:has(.feature){grid-template-columns:1fr}.featured:has(.feature) a{justify-content:flex-start;padding-inline:1.25rem;border-color:var(--line);text-align:start}.featured:has(.feature) a:hover{border-color:var(--control);box-shadow:var(--lift-more)}.featured .feature:has(.thumb){gap:.875rem;padding-block:.5rem;padding-inline:.5rem 1rem}.featured:has(.feature) .ad{margin-inline-start:auto}',
  '.feature .words{flex:1;min-width:0}.feature .words>span{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}.feature small{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;margin-top:.125rem;color:var(--soft);font-size:.875rem;font-weight:400;line-height:1.35}',
  '.thumb{position:relative;flex:none;width:8.5rem;aspect-ratio:16/9;overflow:hidden;border-radius:min(.625rem,var(--corner,1rem));background:var(--ground)}.thumb img{width:100%;height:100%;object-fit:cover}',
  '.play{position:absolute;top:50%;left:50%;width:2.25rem;height:2.25rem;margin:-1.125rem 0 0 -1.125rem;filter:drop-shadow(0 1px 3px #0006)}.play circle{fill:#000000b3}.play path{fill:#fff}',
  '@media(max-width:40rem){.featured li:has(.feature){max-width:88%}.featured:has(.feature) a{padding-inline:.875rem}.featured .feature:has(.thumb){gap:.625rem;padding-block:.25rem;padding-inline:.25rem .75rem}.feature .thumb{width:4.5rem}.feature small,.feature .words>span:not(:only-child){-webkit-line-clamp:1}.feature small{margin:0;font-size:.8125rem}.play{width:1.75rem;height:1.75rem;margin:-.875rem 0 0 -.875rem}}',
].join('')

const newsletterStyle = [
  '.newsletter{max-width:36rem;margin:clamp(2rem,5vw,3.5rem) auto 0;padding:clamp(1.25rem,3vw,2rem);border:1px solid var(--line);border-radius:var(--corner,1rem);background:var(--surface);color:var(--text);box-shadow:var(--lift);text-align:center}',
  '.newsletter h2{margin:0 0 1rem;font-size:1.25rem}.newsletter input{padding-inline:1rem .5rem}.newsletter form:focus-within{outline-color:var(--accent)}',
].join('')
