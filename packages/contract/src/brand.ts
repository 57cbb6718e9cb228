/**
 * Each origin serves the font file of its pages at this path. The path contains the font's version, because browsers
 * store the file for a year.
 */
export const fontPath = '/inter-5.3.woff2'

/** The typeface of every page, with fallbacks for missing letters. */
export const fontFamily = "'Inter Variable',Inter,ui-sans-serif,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Open Sans',sans-serif"

/** Declares the typeface on pages outside the dashboard. The dashboard bundles its own font files. */
export const fontFace = `@font-face{font-family:'Inter Variable';font-display:swap;font-weight:100 900;src:url(${fontPath}) format('woff2')}`

/**
 * Colors of a filled button in light and dark mode. White text has a contrast of 5:1, and of 7:1 while the pointer is
 * over the button.
 */
export const buttonColors = { ground: '#067b5a', hover: '#055f46', text: '#ffffff' } as const

/**
 * Colors of pages outside the dashboard. The colors of text, brand and money have a contrast of at least 4.5:1 to
 * `page` and to `card` (WCAG 2.2 AA). `book` is only decoration.
 */
export const pageColors = {
  light: {
    page: '#f0f4f2',
    card: '#ffffff',
    text: '#15201c',
    soft: '#47564f',
    line: '#e3e9e6',
    brand: '#067b5a',
    money: '#5a45c9',
    book: '#cfe0d8',
  },
  dark: {
    page: '#131b18',
    card: '#1b2521',
    text: '#e3ebe7',
    soft: '#a9b9b1',
    line: '#33403b',
    brand: '#40bb8f',
    money: '#b0a5ff',
    book: '#2b3a34',
  },
} as const
