/**
 * The texts of all pages, in English; the other languages have the same keys. A name in braces is a placeholder, which
 * every language has.
 */
export const en = {
  // Stores
  skipToContent: 'Skip to content',
  imprint: 'Impressum',
  privacy: 'Privacy',
  contact: 'Contact',
  search: 'Search',
  searchProducts: 'Search products',
  categories: 'Categories',
  allProducts: 'All',
  noProducts: 'There are no products here yet.',
  noMatches: 'No products match “{search}”.',
  pages: 'Pages',
  pageNumber: 'Page {page}',
  previousProducts: 'Previous products',
  moreProducts: 'More products',
  ownerFrame: "From the store's owner",
  buyAt: 'Buy at {shop}',
  lookAt: 'Look at {shop}',
  alsoAt: 'Also at',
  unavailable: 'Currently unavailable',
  relatedProducts: 'More from this store',
  missingTitle: 'Page not found',
  missingHeading: 'This page is gone',
  missingReason: 'The product or category you are looking for was removed, or its address is mistyped.',
  seeAllProducts: 'See all products',
  // Pages of a link
  continueTo: 'Continue to {shop}',
  leadsTo: 'This link leads to {shop}.',
  leadsToPageOf: 'This link leads to {host}, a page of {shop}.',
  whereLinkLeads: 'Where this link leads',
  chooseShop: 'Choose a shop',
  choiceOf: 'This link offers a choice of {hosts}.',
  continueToChoice: 'Continue to the choice',
  // Notices
  frontHeading: 'This domain serves short links',
  frontText:
    'You have a link that begins with {host}? Open the full address, including the part after the slash, to reach its destination.',
  frontPrivacy:
    'Visits are counted by country, device type and referring site. No database stores your IP address, and no cookies are set.',
  linkNotFound: 'Link not found',
  linkNotFoundReason: 'The address may be mistyped or incomplete. It is case-sensitive, so copy and paste it instead of typing it.',
  askForNewLink: 'If someone sent you this link, ask them for a new one.',
  linkRemoved: 'This link was removed',
  linkRemovedReason: 'Its owner has deleted it. The address will not be used for another link.',
  linkRemovedAdvice: 'The page it led to may still exist: try the site where you found the link.',
  busy: 'Temporarily unavailable',
  busyReason: 'This link can’t be loaded right now. Please try again in a moment.',
  tryAgain: 'Try again',
  loop: 'This link leads to itself',
  loopReason: 'It redirects in a circle, so there is no page to show.',
  loopAdvice: 'If someone sent you this link, ask them for the address of the page.',
  storeNotFound: 'Store page not found',
  storeNotFoundReason: 'The address may be mistyped, or the owner has hidden or removed this page.',
}

export type Texts = Readonly<Record<keyof typeof en, string>>
