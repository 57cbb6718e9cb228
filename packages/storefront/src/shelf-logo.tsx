const outline =
  '<rect width="32" height="32" rx="9" fill="#067b5a"/><g fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"><path d="M8 24h16"/><path d="M10.5 19.5v-9"/><path d="M15.5 19.5v-6"/><path d="m20 19.3 2.6-8.6" stroke="#8ff0cf"/></g>'

/** The logo as an SVG file, for the favicon. */
export const shelfIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${outline}</svg>`

/** The logo: three books on a shelf, the last one leaning. */
export function ShelfLogo() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the constant above
  return <svg className="mark" viewBox="0 0 32 32" aria-hidden="true" dangerouslySetInnerHTML={{ __html: outline }} />
}
