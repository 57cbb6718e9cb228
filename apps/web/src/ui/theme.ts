import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, type MantineTheme } from '@mantine/core'

// Shade 7 and white have a contrast of 5:1. Shade 4 and the dark surface have a contrast of 8:1.
const brand: MantineColorsTuple = [
  '#e9f8f2',
  '#d0efe3',
  '#a2dfc9',
  '#6fcdab',
  '#40bb8f',
  '#1aa87c',
  '#089b71',
  '#067b5a',
  '#055f46',
  '#034433',
]

const gray: MantineColorsTuple = [
  '#f8faf9',
  '#f0f4f2',
  '#e3e9e6',
  '#d2dbd6',
  '#b3c0ba',
  '#8a9a93',
  '#5f6f68',
  '#47564f',
  '#2d3a35',
  '#15201c',
]

const dark: MantineColorsTuple = [
  '#e3ebe7',
  '#c3cfc9',
  '#9bada5',
  '#6b7d75',
  '#33403b',
  '#26312d',
  '#1b2521',
  '#131b18',
  '#0d1311',
  '#080c0b',
]

/** Portals render inside the main landmark, so that landmark navigation reaches them. */
const mainPortal = { target: '#main' }

/**
 * The props of a popover that contains controls. They cannot be defaults of the theme, because the dropdown lists of
 * fields are popovers too. `hideDetached` is off because a page that is still loading can push the popover's button out
 * of view. Hiding the popover would then lose the focus.
 */
export const panelProps = {
  trapFocus: true,
  returnFocus: true,
  hideDetached: false,
  radius: 'md',
  shadow: 'md',
  offset: 6,
  portalProps: mainPortal,
} as const
const edgePosition = { insetInline: 0 }

/** Returns a style that enlarges size `sm` to the minimum size of a click target. */
function createMinTargetSize(property: '--ai-size' | '--cb-size') {
  return (_theme: MantineTheme, { size }: { size?: unknown }) => ({ root: size === 'sm' ? { [property]: '1.5rem' } : {} })
}

/** The local storage key of `light`, `dark` or `auto`; first-paint.js reads it too. */
export const colorSchemeKey = 'linkshelf.color-scheme'

/**
 * All font sizes: small print, controls, text, card titles, names, screen headings, numbers. type-scale.test.ts checks
 * that style sheets and components use no other size.
 */
const fontSizes = {
  xs: '0.75rem',
  sm: '0.875rem',
  md: '0.9375rem',
  lg: '1.0625rem',
  xl: '1.25rem',
  '2xl': '1.625rem',
  '3xl': '2rem',
}

export const theme = createTheme({
  colors: { brand, gray, dark },
  primaryColor: 'brand',
  primaryShade: 7,
  black: gray[9],
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "'Inter Variable', Inter, ui-sans-serif, -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Open Sans', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Code', 'Roboto Mono', Menlo, monospace",
  fontSizes,
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.55', lg: '1.6', xl: '1.65' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.625rem', lg: '0.875rem', xl: '1.25rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.25rem' },
  shadows: {
    xs: '0 1px 2px rgb(13 30 24 / 6%)',
    sm: '0 1px 2px rgb(13 30 24 / 5%), 0 4px 12px rgb(13 30 24 / 5%)',
    md: '0 4px 12px rgb(13 30 24 / 4%), 0 12px 36px rgb(13 30 24 / 10%)',
    lg: '0 6px 18px rgb(13 30 24 / 5%), 0 20px 56px rgb(13 30 24 / 14%)',
  },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: fontSizes['2xl'], lineHeight: '1.25' },
      h2: { fontSize: fontSizes.lg, lineHeight: '1.4' },
      h3: { fontSize: fontSizes.md, lineHeight: '1.45' },
    },
  },
  components: {
    // The library's smallest buttons have 22 px. They are enlarged, because a target needs 24 px (WCAG 2.2, 2.5.8).
    ActionIcon: { vars: createMinTargetSize('--ai-size') },
    CloseButton: { vars: createMinTargetSize('--cb-size') },
    Button: { defaultProps: { size: 'sm' }, styles: { root: { fontWeight: 600 } } },
    Paper: { defaultProps: { radius: 'lg' } },
    Drawer: { styles: { inner: edgePosition }, defaultProps: { portalProps: mainPortal } },
    Modal: {
      styles: { inner: edgePosition, title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 650 } },
      defaultProps: { portalProps: mainPortal, radius: 'lg', centered: true, padding: 'lg', overlayProps: { backgroundOpacity: 0.5 } },
    },
    Menu: {
      defaultProps: {
        portalProps: mainPortal,
        withInitialFocusPlaceholder: false,
        returnFocus: true,
        radius: 'md',
        shadow: 'md',
        offset: 6,
      },
    },
  },
})

/** Sizes of the layout, and the colors of surfaces, lines and secondary text for both color schemes. */
export const themeVariables: CSSVariablesResolver = () => ({
  variables: {
    '--rail-width': '4.25rem',
    '--sidebar-width': '15.5rem',
    '--page-width': '80rem',
    '--page-gutter': 'clamp(1rem, 3vw, 2.25rem)',
  },
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': '#6b7a73',
    '--mantine-color-default-border': gray[2],
    '--mantine-color-error': '#c02a2a',
    '--canvas': '#f6f8f7',
    '--surface': '#ffffff',
    '--surface-muted': gray[1],
    '--line': gray[2],
    '--line-strong': gray[3],
    '--text-muted': gray[7],
    '--icon-plate': 'transparent',
    '--avatar': gray[8],
    '--notice': gray[8],
    '--error-surface': '#fdeeee',
    '--warning': '#8a4b06',
    '--warning-surface': '#fdf1dc',
    '--accent': brand[7],
    '--accent-muted': brand[0],
    '--money': '#5a45c9',
    '--money-bar': '#7a68dd',
    '--bar': brand[5],
    '--bar-before': gray[3],
    '--shadow-card': '0 1px 2px rgb(13 30 24 / 4%)',
  },
  dark: {
    '--mantine-color-body': dark[7],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': '#84968e',
    '--mantine-color-default-border': dark[5],
    '--mantine-color-error': '#ff8f8f',
    '--canvas': dark[8],
    '--surface': dark[7],
    '--surface-muted': dark[6],
    '--line': dark[5],
    '--line-strong': dark[4],
    '--text-muted': dark[1],
    '--icon-plate': '#eef2f0',
    '--avatar': dark[4],
    '--notice': dark[4],
    '--error-surface': '#2c1717',
    '--warning': '#f0b860',
    '--warning-surface': '#2c2212',
    '--accent': brand[4],
    '--accent-muted': '#10291f',
    '--money': '#b0a5ff',
    '--money-bar': '#7a68dd',
    '--bar': brand[5],
    '--bar-before': dark[4],
    '--shadow-card': 'none',
    '--mantine-shadow-md': '0 12px 36px rgb(0 0 0 / 40%)',
    '--mantine-shadow-lg': '0 20px 56px rgb(0 0 0 / 40%)',
  },
})
