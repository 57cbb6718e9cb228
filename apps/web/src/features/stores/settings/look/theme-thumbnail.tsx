import type { StoreTheme } from '@linkshelf/contract'
import { computeThemeColors, formatBackground, formatFontFamily, type ThemeColors, themeDesigns } from '@linkshelf/storefront'
import classes from './theme-thumbnail.module.css'

interface ThemeThumbnailProps {
  theme: StoreTheme
  colors: ThemeColors
  /** The name of the store, shown in the theme's heading font. */
  name: string
}

/**
 * Draws a small store page with the background, fonts, cards and buttons of a theme. Screen readers skip it, because
 * the name of the theme is beside it.
 */
export function ThemeThumbnail({ theme, colors: { main, second }, name }: ThemeThumbnailProps) {
  const { headings, text, ground, card, shape, button, header } = themeDesigns[theme]
  const { isDark, ...colors } = computeThemeColors({ layout: 'grid', theme, mainColor: main, secondaryColor: second })
  const values = { ...colors, corner: shape.card, 'button-corner': shape.button, shade: isDark ? '#0007' : `${colors.main}2e` }
  const variables = Object.fromEntries(Object.entries(values).map(([variable, value]) => [`--${variable}`, value]))
  return (
    <span className={classes.frame} aria-hidden>
      <span
        className={classes.page}
        data-header={header}
        data-card={card}
        data-button={button}
        style={{
          ...variables,
          background: formatBackground(ground),
          fontFamily: formatFontFamily(text),
        }}
      >
        <span className={classes.head} data-plain={theme === 'plain' || undefined}>
          <span className={classes.logo} />
          <span
            className={classes.title}
            style={{ fontFamily: formatFontFamily(headings.font), fontWeight: headings.weight, letterSpacing: headings.tracking }}
          >
            {name}
          </span>
        </span>
        <span className={classes.cards}>
          <Card />
          <Card />
        </span>
      </span>
    </span>
  )
}

function Card() {
  return (
    <span className={classes.card}>
      <span className={classes.picture} />
      <span className={classes.line} />
      <span className={classes.line} data-short />
      <span className={classes.button} />
    </span>
  )
}
