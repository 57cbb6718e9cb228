// Styles of the parts that help visitors find a product. Each style is only for stores or pages that have the part.

/** Hides content from the screen, but not from screen readers. */
const unseen = 'position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)'

/** Styles of prices. Only for stores with prices. */
export const priceStyle = [
  '.price{margin:0;font-size:1.0625rem;font-weight:680;line-height:1.35}.price small{display:inline-block;color:var(--soft);font-size:.75rem;font-weight:400}',
  '.details .price{margin:-.25rem 0 1rem;font-size:1.375rem}.details .price small{color:var(--on-page-soft);font-size:.875rem}',
].join('')

/**
 * Styles of the breadcrumb. Only for pages of categories and products. The breadcrumb is one line, so that no line
 * begins with a separator. Long names are cut, except the first, which is short.
 */
export const trailStyle = [
  '.trail ol{display:flex;gap:.5rem;margin:0;padding:0;list-style:none;color:var(--on-page-soft);font-size:.875rem}.trail li{padding-block:.375rem;min-width:0;max-width:min(100%,24rem);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.trail li:first-child{flex:none;max-width:60%}',
  '.trail li+li::before{content:"/";margin-inline-end:.5rem}.trail a{color:inherit}main>h1{margin:.25rem 0 1rem}:is(main>,.collection )h1{font-size:clamp(1.5rem,1.15rem + 1.8vw,2.25rem);font-weight:720;letter-spacing:-.022em}.trail+.detail{padding-top:.5rem}.frame>.trail{padding-top:.5rem}',
].join('')

/** Styles of the menu of sort orders. Only for stores with many products. */
export const sortStyle = [
  '.sort{position:relative;font-size:.9375rem}.sort i{font-style:normal}.sort span{margin-inline-start:.5rem}.sort :is(summary,ul){padding:.5rem 1rem;border:1px solid var(--control);border-radius:1.375rem;background:var(--surface);color:var(--text)}',
  '.sort ul{position:absolute;inset-inline-end:0;z-index:3;width:max-content;margin-top:.25rem;box-shadow:var(--lift-more)}.sort a{display:block;padding-block:.5rem;color:inherit}.sort [aria-current]{font-weight:680}',
  `@media(min-width:40.01rem){search{flex-basis:15rem}}@media(max-width:40rem){.sort summary{padding-inline:.875rem}.sort span{${unseen}}}@media(min-width:60rem){.left .sort ul{position:static;width:auto}}`,
].join('')
