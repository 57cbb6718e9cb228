import { computeContrast, computeLuminance, computeStoreColors } from '@linkshelf/storefront'
import classes from '../settings.module.css'
import type { StoreValues } from '../store-values.ts'

/** Shows the contrast of each text in these colors, and how the page adapts a main color that can't be read. */
export function ContrastNotes({ values }: { values: Pick<StoreValues, 'layout' | 'theme' | 'main_color' | 'secondary_color'> }) {
  const { layout, theme, main_color: mainColor, secondary_color: secondaryColor } = values
  const colors = computeStoreColors({ layout, theme, mainColor, secondaryColor })
  return (
    <ul className={classes.contrasts} aria-label="Contrast">
      <ContrastNote sample="Buy" color={colors['on-main']} background={colors.main}>
        {colors.main === mainColor
          ? 'Buttons: '
          : `Buttons: the main color, ${computeLuminance(colors.main) > computeLuminance(mainColor) ? 'lighter' : 'darker'}, with `}
        {nameTextColor(colors['on-main'])} text, {formatContrast(colors['on-main'], colors.main)}.
      </ContrastNote>
      <ContrastNote sample="Link" color={colors.accent} background={colors.surface}>
        {colors.accent === mainColor
          ? `Links: the main color, ${formatContrast(colors.accent, colors.surface)}.`
          : `Links: the main color is hard to read (${formatContrast(mainColor, colors.surface)}), so they are ${
              colors.isDark ? 'lighter' : 'darker'
            }, ${formatContrast(colors.accent, colors.surface)}.`}
      </ContrastNote>
      <ContrastNote sample="Store" color={colors['on-second']} background={colors.second}>
        Header: {nameTextColor(colors['on-second'])} text, {formatContrast(colors['on-second'], colors.second)}.{' '}
        {colors.isDark && 'The page is dark, because the secondary color is dark.'}
      </ContrastNote>
    </ul>
  )
}

interface ContrastNoteProps {
  sample: string
  color: string
  background: string
  children: React.ReactNode
}

function ContrastNote({ sample, color, background, children }: ContrastNoteProps) {
  return (
    <li className={classes.contrast}>
      <span className={classes.sample} style={{ color, background }} aria-hidden>
        {sample}
      </span>
      <span>{children}</span>
    </li>
  )
}

function nameTextColor(text: string): string {
  return text === '#ffffff' ? 'white' : 'black'
}

/**
 * Formats a contrast, for example "5.1:1". It is rounded down, because a contrast that is slightly too low must not
 * look sufficient.
 */
function formatContrast(one: string, other: string): string {
  return `${(Math.floor(computeContrast(one, other) * 10) / 10).toFixed(1)}:1`
}
