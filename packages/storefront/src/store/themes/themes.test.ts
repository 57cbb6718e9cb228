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

it('leaves a store without a theme as it was', () => {
  expect(formatThemeStyle(toChoice('plain'))).toBe('')
  expect(toStoreTheme({ ...toChoice('plain'), layout: 'grid', mainColor: '#089b71', secondaryColor: '#ebedef' }).css).not.toContain(
    '--heading',
  )
})

it.each(themes)('names only files that the instance has in the theme %s', (theme) => {
  const files = [...listFiles(formatThemeStyle(toChoice(theme))), ...listFirstFontFiles(toChoice(theme))]

  expect(files.filter((path) => !storeFontFiles.has(path) && theme !== 'plain')).toEqual([])
  if (theme === 'plain') return
  const { headings, text } = themeDesigns[theme]
  expect(files.length).toBeGreaterThanOrEqual(fontSubsets[headings.font].length)
  const { css } = toStoreTheme({ ...toChoice(theme), layout: 'grid', mainColor: '#089b71', secondaryColor: '#ebedef' })
  expect(css).toContain(`--font:${formatFontFamily(text)};`)
  expect(css).toContain(`--heading:${formatFontFamily(headings.font)};`)
})

it.each(themes)('has a light and a dark pair of colors in the theme %s, whose main color stands out', (theme) => {
  const { light, dark } = themeDesigns[theme].colors
  const colorsOf = ({ main, second }: typeof light) =>
    computeThemeColors({ layout: 'grid', theme, mainColor: main, secondaryColor: second })

  expect([colorsOf(light).isDark, colorsOf(dark).isDark]).toEqual([false, true])
  for (const pair of [light, dark]) expect(computeContrast(pair.main, pair.second)).toBeGreaterThanOrEqual(3)
})

it('puts the fonts that an owner chose before those of the theme, and fonts of their own before both', () => {
  const chosen = { ...toChoice('linen'), headingFont: 'lora', textFont: 'inter' } as const
  expect(listFirstFontFiles(chosen)).toEqual(['/media/fonts/5.3/inter-latin.woff2', '/media/fonts/5.3/lora-latin.woff2'])

  const own = { ...chosen, fontsUrl: 'https://fonts.example/css2?family=Karla' }
  expect(listFiles(formatThemeStyle(own))).toEqual([])
  expect(toStoreTheme({ ...own, layout: 'grid', mainColor: '#089b71', secondaryColor: '#ebedef' }).css).toContain("--font:'Karla',")
})

it('keeps the fonts of the theme for headings that have none of their own', () => {
  expect(listFirstFontFiles({ ...toChoice('plain'), headingFont: 'caveat' })).toEqual([
    '/inter-5.3.woff2',
    '/media/fonts/5.3/caveat-latin.woff2',
  ])
  expect(listFirstFontFiles({ ...toChoice('plain'), textFont: 'lora' })).toEqual(['/media/fonts/5.3/lora-latin.woff2'])
})

it('declares a local font in the space of each font', () => {
  const css = formatFontFaces('lora')

  expect(css).toContain("src:local('Times New Roman'),local('Liberation Serif');size-adjust:115.19%;ascent-override:87.34%;")
  expect(formatFontFamily('lora')).toBe("'Lora','Lora fallback','Lora fallback 2',ui-serif,Georgia,serif")
})
