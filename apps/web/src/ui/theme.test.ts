import { buttonColors, fontFamily, pageColors } from '@linkshelf/contract'
import type { MantineTheme } from '@mantine/core'
import { expect, it } from 'vitest'
import { theme, themeVariables } from './theme.ts'

it('has the typeface and the button colors of the pages outside the dashboard', () => {
  const shade = Number(theme.primaryShade)
  const [ground, hover] = [theme.colors?.brand?.[shade], theme.colors?.brand?.[shade + 1]]

  expect(theme.fontFamily?.replaceAll(', ', ',')).toBe(fontFamily)
  expect({ ground, hover, text: '#ffffff' }).toEqual(buttonColors)
})

it.each(['light', 'dark'] as const)('has accents for clicks and for money that are readable as text, and visible as bars: %s', (scheme) => {
  const colors = listVariables(scheme)
  expect(colors['--money']).toBe(pageColors[scheme].money)
  for (const accent of ['--accent', '--money'])
    for (const ground of ['--surface', '--canvas', '--surface-muted'])
      expect(computeContrast(colors[accent], colors[ground]), `${accent} on ${ground}`).toBeGreaterThan(4.5)
  for (const bar of ['--bar', '--money-bar']) expect(computeContrast(colors[bar], colors['--surface']), bar).toBeGreaterThan(3)
})

function listVariables(scheme: 'light' | 'dark'): Record<string, string> {
  // The variables are the same for every theme.
  return themeVariables({} as MantineTheme)[scheme]
}

/** Returns the contrast of two colors given as `#rrggbb`, as WCAG 2.2 defines it. */
function computeContrast(first = '', second = ''): number {
  const [lighter = 0, darker = 0] = [first, second].map(computeLuminance).toSorted((one, other) => other - one)
  return (lighter + 0.05) / (darker + 0.05)
}

function computeLuminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
