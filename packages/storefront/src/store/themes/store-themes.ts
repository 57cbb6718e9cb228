// The designs of themes. Every theme works with any two colors. The dashboard suggests the theme's own pairs of colors.
import type { StoreFont, StoreTheme } from '@linkshelf/contract'
import type { Background } from './backgrounds.ts'
import type { CardStyle } from './card-styles.ts'

export interface ThemeDesign {
  headings: { font: StoreFont; weight: number; tracking?: string }
  text: StoreFont
  ground: Background
  card: CardStyle
  /** The radius of pictures and cards, and of buttons. */
  shape: { card: string; button: string }
  /** An outlined button is filled while the pointer is over it. */
  button: 'filled' | 'outlined'
  /** The position of the store's name and picture. */
  header: 'start' | 'middle'
  colors: Record<'light' | 'dark', ThemeColors>
}

export interface ThemeColors {
  main: string
  second: string
}

const pill = '99rem'

export const themeDesigns: Record<StoreTheme, ThemeDesign> = {
  plain: {
    headings: { font: 'inter', weight: 740 },
    text: 'inter',
    ground: 'flat',
    card: 'raised',
    shape: { card: '1rem', button: '.75rem' },
    button: 'filled',
    header: 'start',
    colors: { light: { main: '#089b71', second: '#ebedef' }, dark: { main: '#40bb8f', second: '#15201c' } },
  },
  linen: {
    headings: { font: 'fraunces', weight: 520, tracking: '-.015em' },
    text: 'dm-sans',
    ground: 'wash',
    card: 'frameless',
    shape: { card: '.75rem', button: pill },
    button: 'filled',
    header: 'middle',
    colors: { light: { main: '#8c3f26', second: '#f6efe5' }, dark: { main: '#ecbf9c', second: '#231a15' } },
  },
  gallery: {
    headings: { font: 'playfair-display', weight: 560, tracking: '-.01em' },
    text: 'work-sans',
    ground: 'flat',
    card: 'frameless',
    shape: { card: '0', button: '0' },
    button: 'outlined',
    header: 'middle',
    colors: { light: { main: '#161616', second: '#ffffff' }, dark: { main: '#f2f0ea', second: '#111111' } },
  },
  journal: {
    headings: { font: 'newsreader', weight: 560, tracking: '-.012em' },
    text: 'source-serif-4',
    ground: 'hatch',
    card: 'outlined',
    shape: { card: '.25rem', button: '.25rem' },
    button: 'filled',
    header: 'start',
    colors: { light: { main: '#1f4d3a', second: '#f5f1e6' }, dark: { main: '#d9c48c', second: '#14211b' } },
  },
  glow: {
    headings: { font: 'outfit', weight: 640, tracking: '-.02em' },
    text: 'figtree',
    ground: 'glow',
    card: 'soft',
    shape: { card: '1.5rem', button: pill },
    button: 'filled',
    header: 'middle',
    colors: { light: { main: '#6d28d9', second: '#f1eafe' }, dark: { main: '#c4b5fd', second: '#130d26' } },
  },
  bubble: {
    headings: { font: 'nunito', weight: 820, tracking: '-.01em' },
    text: 'nunito',
    ground: 'bubbles',
    card: 'soft',
    shape: { card: '2rem', button: pill },
    button: 'filled',
    header: 'middle',
    colors: { light: { main: '#c2255c', second: '#ffe4ec' }, dark: { main: '#ff8fb1', second: '#2a1220' } },
  },
  pop: {
    headings: { font: 'bricolage-grotesque', weight: 780, tracking: '-.025em' },
    text: 'space-grotesk',
    ground: 'dots',
    card: 'hard',
    shape: { card: '.75rem', button: '.5rem' },
    button: 'filled',
    header: 'start',
    colors: { light: { main: '#e8452c', second: '#ffe27a' }, dark: { main: '#ffd43b', second: '#1d1b3a' } },
  },
  studio: {
    headings: { font: 'jetbrains-mono', weight: 640, tracking: '-.045em' },
    text: 'manrope',
    ground: 'lines',
    card: 'outlined',
    shape: { card: '.5rem', button: '.375rem' },
    button: 'filled',
    header: 'start',
    colors: { light: { main: '#1d4ed8', second: '#eef2f8' }, dark: { main: '#4ade80', second: '#0b1014' } },
  },
  album: {
    headings: { font: 'caveat', weight: 700, tracking: '0' },
    text: 'plus-jakarta-sans',
    ground: 'wash',
    card: 'framed',
    shape: { card: '.25rem', button: '.625rem' },
    button: 'outlined',
    header: 'middle',
    colors: { light: { main: '#2b5f75', second: '#e9e4da' }, dark: { main: '#f0c987', second: '#1b2430' } },
  },
}
