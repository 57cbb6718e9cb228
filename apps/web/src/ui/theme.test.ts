import { buttonColors, fontFamily } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { theme } from './theme.ts'

it('has the typeface and the button colors of the pages outside the dashboard', () => {
  const shade = Number(theme.primaryShade)
  const [ground, hover] = [theme.colors?.brand?.[shade], theme.colors?.brand?.[shade + 1]]

  expect(theme.fontFamily?.replaceAll(', ', ',')).toBe(fontFamily)
  expect({ ground, hover, text: '#ffffff' }).toEqual(buttonColors)
})
