import { defaultMainColor, defaultSecondaryColor, parseFontsAddress } from '@linkshelf/contract'
import { contrast, luminance, storeColors } from '@linkshelf/storefront'
import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../../api/api.ts'
import { errorDetails } from '../../../ui/error-details.ts'
import { ColorField } from '../../../ui/forms/color-field.tsx'
import { FontChoice } from './look/font-choice.tsx'
import { ThemeChoice } from './look/theme-choice.tsx'
import classes from './settings.module.css'
import { SettingsSection } from './settings-section.tsx'
import type { StoreValues } from './store-values.ts'
import type { StoreForm } from './use-store-form.ts'

const mainSwatches = [
  { name: 'Green (default)', color: defaultMainColor.toLowerCase() },
  { name: 'Ink', color: '#1f2937' },
  { name: 'Blue', color: '#1d4ed8' },
  { name: 'Violet', color: '#7c3aed' },
  { name: 'Rose', color: '#be185d' },
  { name: 'Red', color: '#dc2626' },
  { name: 'Amber', color: '#f59e0b' },
  { name: 'Teal', color: '#0f766e' },
]

const secondarySwatches = [
  { name: 'Mist (default)', color: defaultSecondaryColor.toLowerCase() },
  { name: 'White', color: '#ffffff' },
  { name: 'Mint', color: '#dcf5e9' },
  { name: 'Sky', color: '#e0f0fe' },
  { name: 'Cream', color: '#fff4d6' },
  { name: 'Peach', color: '#ffe6d8' },
  { name: 'Navy', color: '#172554' },
  { name: 'Ink', color: '#15201c' },
]

export function BrandColors({ scope, form }: { scope: ProjectScope; form: StoreForm }) {
  const { values, set } = form
  return (
    <SettingsSection title="Brand Colors" description="Any pair works: the page keeps its text readable.">
      <ThemeChoice form={form} />
      <div className={classes.pair}>
        <ColorField label="Main color" color={values.main_color} swatches={mainSwatches} onChange={(color) => set('main_color', color)} />
        <ColorField
          label="Secondary color"
          color={values.secondary_color}
          swatches={secondarySwatches}
          onChange={(color) => set('secondary_color', color)}
        />
      </div>
      <ContrastNotes values={values} />
      <FontChoice form={form} />
      <FontsField scope={scope} form={form} />
    </SettingsSection>
  )
}

/** Shows the contrast of each text in these two colors, and what the page does where the main color can't be read. */
function ContrastNotes({ values }: { values: Pick<StoreValues, 'layout' | 'theme' | 'main_color' | 'secondary_color'> }) {
  const { layout, theme, main_color: mainColor, secondary_color: secondaryColor } = values
  const colors = storeColors({ layout, theme, mainColor, secondaryColor })
  return (
    <ul className={classes.contrasts} aria-label="Contrast">
      <ContrastNote sample="Buy" color={colors['on-main']} background={colors.main}>
        {colors.main === mainColor
          ? 'Buttons: '
          : `Buttons: the main color, ${luminance(colors.main) > luminance(mainColor) ? 'lighter' : 'darker'}, with `}
        {nameOf(colors['on-main'])} text, {formatContrast(colors['on-main'], colors.main)}
      </ContrastNote>
      <ContrastNote sample="Link" color={colors.accent} background={colors.surface}>
        {colors.accent === mainColor
          ? `Links: the main color, ${formatContrast(colors.accent, colors.surface)}`
          : `Links: the main color is hard to read (${formatContrast(mainColor, colors.surface)}), so they are ${
              colors.isDark ? 'lighter' : 'darker'
            }, ${formatContrast(colors.accent, colors.surface)}`}
      </ContrastNote>
      <ContrastNote sample="Store" color={colors['on-second']} background={colors.second}>
        Header: {nameOf(colors['on-second'])} text, {formatContrast(colors['on-second'], colors.second)}.{' '}
        {colors.isDark && 'The page is dark, as the secondary color is.'}
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

function nameOf(text: string): string {
  return text === '#ffffff' ? 'white' : 'black'
}

/** Returns "5.1:1", rounded down: a contrast that is just too low must not look sufficient. */
function formatContrast(one: string, other: string): string {
  return `${(Math.floor(contrast(one, other) * 10) / 10).toFixed(1)}:1`
}

const copyFailed = 'The fonts could not be copied. Please try again.'

/**
 * The address of a style sheet of fonts. Fonts of another site can be copied, so that visitors of the store load
 * nothing from that site.
 */
function FontsField({ scope, form: { field, values, set } }: { scope: ProjectScope; form: StoreForm }) {
  const address = values.custom_fonts_url
  const copy = useMutation({
    mutationFn: (url: string) => api.uploads.copyFonts.call({ params: scope, body: { url } }),
    onSuccess: ({ url }) => set('custom_fonts_url', url),
  })
  const isCopied = parseFontsAddress(address) !== undefined
  const input = field('custom_fonts_url')

  return (
    <div className={classes.fonts}>
      <TextInput
        {...input}
        type="url"
        label="Custom fonts URL"
        description={
          isCopied
            ? 'Copied to this server: visitors load no fonts from another site.'
            : 'Paste a Google Fonts link. We use its first font.'
        }
        placeholder="https://fonts.googleapis.com/css2?family=…"
        spellCheck={false}
        autoComplete="off"
        readOnly={copy.isPending}
        error={copy.isError ? errorDetails(copy.error, copyFailed).message : input.error}
        onChange={(event) => {
          copy.reset()
          input.onChange(event)
        }}
      />
      {canCopy(address) && !isCopied && (
        <Button variant="default" size="xs" loading={copy.isPending} onClick={() => copy.mutate(address)}>
          Copy to this server
        </Button>
      )}
      <span role="status" className={classes.fontsStatus}>
        {copy.isPending && 'Copying the fonts…'}
        {copy.isSuccess && isCopied && 'Fonts copied. Save the settings to use them.'}
      </span>
    </div>
  )
}

function canCopy(address: string): boolean {
  return URL.canParse(address) && address.startsWith('https:')
}
