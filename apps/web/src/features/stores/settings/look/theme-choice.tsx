import { formatStoreFontPath, type StoreFont, type StoreTheme, storeFonts, storeThemes } from '@linkshelf/contract'
import { type ThemeColors, themeDesigns } from '@linkshelf/storefront'
import { useEffect, useId } from 'react'
import { Segments } from '../../../../ui/forms/segments.tsx'
import type { StoreValues } from '../store-values.ts'
import type { StoreForm } from '../use-store-form.ts'
import classes from './theme-choice.module.css'
import { ThemeThumbnail } from './theme-thumbnail.tsx'

const themes = Object.keys(storeThemes) as StoreTheme[]

const schemes = [
  { name: 'light', label: 'Light' },
  { name: 'dark', label: 'Dark' },
  { name: 'own', label: 'Your own' },
] as const
type Scheme = (typeof schemes)[number]['name']

/**
 * Shows each theme as a card. Each theme has a light and a dark pair of colors. If one of the pairs is chosen, a new
 * theme brings its own pair. Colors that the owner chose stay the same under any theme.
 */
export function ThemeChoice({ form: { values, set } }: { form: StoreForm }) {
  const group = useId()
  useEffect(addThemeFonts, [])
  const scheme = findScheme(values)
  const findColors = (theme: StoreTheme): ThemeColors =>
    scheme === 'own' ? { main: values.main_color, second: values.secondary_color } : themeDesigns[theme].colors[scheme]

  function setColors({ main, second }: ThemeColors): void {
    set('main_color', main)
    set('secondary_color', second)
  }

  function choose(theme: StoreTheme): void {
    set('theme', theme)
    setColors(findColors(theme))
  }

  return (
    <div className={classes.choice}>
      <fieldset className={classes.themes}>
        <legend className={classes.legend}>Theme</legend>
        {themes.map((theme) => (
          <label key={theme} className={classes.theme}>
            <input type="radio" className="visually-hidden" name={group} checked={theme === values.theme} onChange={() => choose(theme)} />
            <ThemeThumbnail theme={theme} colors={findColors(theme)} name={values.store_name || values.name} />
            <span className={classes.name}>{storeThemes[theme]}</span>
          </label>
        ))}
      </fieldset>
      <Segments
        label="Colors of the theme"
        choices={scheme === 'own' ? schemes : schemes.slice(0, 2)}
        chosen={scheme}
        onChoose={(name) => name !== 'own' && setColors(themeDesigns[values.theme].colors[name])}
      />
    </div>
  )
}

/**
 * Returns which of the theme's color pairs is chosen. If the colors are neither the light nor the dark pair of the
 * theme, they are the owner's own colors.
 */
function findScheme({ theme, main_color, secondary_color }: StoreValues): Scheme {
  const isPair = ({ main, second }: ThemeColors) => main === main_color.toLowerCase() && second === secondary_color.toLowerCase()
  const { light, dark } = themeDesigns[theme].colors
  return isPair(light) ? 'light' : isPair(dark) ? 'dark' : 'own'
}

let faces: FontFace[] | undefined

/**
 * Adds the themes' heading fonts, because each card shows the store name in its heading font. A browser loads only
 * fonts that are on screen. The font faces are created only once, so that adding them again has no effect.
 */
function addThemeFonts(): void {
  if (!('fonts' in document)) return
  faces ??= Object.values(themeDesigns).map(({ headings }) => toFontFace(headings.font))
  for (const face of faces) document.fonts.add(face)
}

function toFontFace(name: StoreFont): FontFace {
  const source = `url(${formatStoreFontPath(name, 'latin')}) format('woff2')`
  return new FontFace(storeFonts[name].name, source, { weight: '100 900', display: 'swap' })
}
