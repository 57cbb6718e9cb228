/**
 * Each origin serves the font file of its pages at this path. It contains the version, since browsers
 * store the file for a year.
 */
export const fontPath = '/inter-5.3.woff2'

/** The typeface of every page, and what replaces its missing letters. */
export const fontFamily = "'Inter Variable',Inter,ui-sans-serif,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Open Sans',sans-serif"

/** Declares the typeface on pages outside the dashboard, which bundles its own files. */
export const fontFace = `@font-face{font-family:'Inter Variable';font-display:swap;font-weight:100 900;src:url(${fontPath}) format('woff2')}`

/**
 * A filled button, light and dark: white text has a contrast of 5:1, and of 7:1 while the pointer is over the button.
 */
export const buttonColors = { ground: '#067b5a', hover: '#055f46', text: '#ffffff' } as const

/**
 * Grounds, lines and text outside the dashboard: text, the brand and money reach a contrast of 4.5:1 on both grounds
 * (WCAG 2.2 AA). A book is decoration.
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
