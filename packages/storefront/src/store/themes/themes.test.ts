import { fontSubsets, type StoreTheme, storeFontFiles, storeThemes } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { computeContrast } from '../color-contrast.ts'
import { computeThemeColors, toStoreTheme } from '../store-theme.ts'
import { formatFontFaces, formatFontFamily } from './font-faces.ts'
import { themeDesigns } from './store-themes.ts'
import { formatThemeStyle, listFirstFontFiles } from './theme-style.ts'

const themes = Object.keys(storeThemes) as StoreTheme[]
const toChoice = (theme: StoreTheme) => ({ theme, headingFont: null, textFont: null, fontsUrl: null })
const listFiles = (css: string) => [...css.matchAll(/url\(([^)]*)\)/g)].map(([, path]) => path ?? '')

it('adds no style for a store without a theme', () => {
  expect(formatThemeStyle(toChoice('plain'))).toBe('')
  expect(toStoreTheme({ ...toChoice('plain'), layout: 'grid', mainColor: '#089b71', secondaryColor: '#ebedef' }).css).not.toContain(
    '--heading',
  )
})

it.each(themes)('refers only to font files that the instance has in the theme %s', (theme) => {
  const files = [...listFiles(formatThemeStyle(toChoice(theme))), ...listFirstFontFiles(toChoice(theme))]

  expect(files.filter((path) => !storeFontFiles.has(path) && theme !== 'plain')).toEqual([])
  if (theme === 'plain') return
  const { headings, text } = themeDesigns[theme]
  expect(files.length).toBeGreaterThanOrEqual(fontSubsets[headings.font].length)
  const { css } = toStoreTheme({ ...toChoice(theme), layout: 'grid', mainColor: '#089b71', secondaryColor: '#ebedef' })
  expect(css).toContain(`--font:${formatFontFamily(text)};`)
  expect(css).toContain(`--heading:${formatFontFamily(headings.font)};`)
})

it.each(themes)('has a light and a dark pair of colors with a distinct main color in the theme %s', (theme) => {
  const { light, dark } = themeDesigns[theme].colors
  const computePairColors = ({ main, second }: typeof light) =>
    computeThemeColors({ layout: 'grid', theme, mainColor: main, secondaryColor: second })

  expect([computePairColors(light).isDark, computePairColors(dark).isDark]).toEqual([false, true])
  for (const pair of [light, dark]) expect(computeContrast(pair.main, pair.second)).toBeGreaterThanOrEqual(3)
})

it("prefers the owner's own fonts to chosen fonts, and chosen fonts to the theme's fonts", () => {
  const chosen = { ...toChoice('linen'), headingFont: 'lora', textFont: 'inter' } as const
  expect(listFirstFontFiles(chosen)).toEqual(['/media/fonts/5.3/inter-latin.woff2', '/media/fonts/5.3/lora-latin.woff2'])

  const own = { ...chosen, fontsUrl: 'https://fonts.example/css2?family=Karla' }
  expect(listFiles(formatThemeStyle(own))).toEqual([])
  expect(toStoreTheme({ ...own, layout: 'grid', mainColor: '#089b71', secondaryColor: '#ebedef' }).css).toContain("--font:'Karla',")
})

it('uses the chosen text font for headings too if a store without a theme has no heading font', () => {
  expect(listFirstFontFiles({ ...toChoice('plain'), headingFont: 'caveat' })).toEqual([
    '/inter-5.3.woff2',
    '/media/fonts/5.3/caveat-latin.woff2',
  ])
  expect(listFirstFontFiles({ ...toChoice('plain'), textFont: 'lora' })).toEqual(['/media/fonts/5.3/lora-latin.woff2'])
})

it('declares a local fallback with the same metrics for each font', () => {
  const css = formatFontFaces('lora')

  expect(css).toContain("src:local('Times New Roman'),local('Liberation Serif');size-adjust:115.19%;ascent-override:87.34%;")
  expect(formatFontFamily('lora')).toBe("'Lora','Lora fallback','Lora fallback 2',ui-serif,Georgia,serif")
})
