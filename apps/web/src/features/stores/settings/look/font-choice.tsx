import { type StoreFont, storeFonts } from '@linkshelf/contract'
import { themeDesigns } from '@linkshelf/storefront'
import { NativeSelect } from '@mantine/core'
import classes from '../settings.module.css'
import type { StoreForm } from '../use-store-form.ts'

type FontKind = (typeof storeFonts)[StoreFont]['kind']

const kinds: Record<FontKind, string> = { sans: 'Sans serif', serif: 'Serif', hand: 'Handwriting', mono: 'Monospace' }
const fonts = Object.keys(storeFonts) as StoreFont[]

const groups = (Object.keys(kinds) as FontKind[]).map((kind) => ({
  group: kinds[kind],
  items: fonts.filter((font) => storeFonts[font].kind === kind).map((font) => ({ value: font, label: storeFonts[font].name })),
}))

/** Selects fonts of this server that replace the theme's fonts. A custom font replaces all of them. */
export function FontChoice({ form: { values, set } }: { form: StoreForm }) {
  const { headings, text } = themeDesigns[values.theme]
  const hasCustomFont = values.custom_fonts_url.trim() !== ''
  const choices = [
    { name: 'heading_font', label: 'Heading font', ofTheme: values.theme === 'plain' ? undefined : headings.font },
    { name: 'text_font', label: 'Text font', ofTheme: text },
  ] as const

  return (
    <div className={classes.pair}>
      {choices.map(({ name, label, ofTheme }) => (
        <NativeSelect
          key={name}
          label={label}
          description={hasCustomFont ? 'Replaced by the custom font below.' : undefined}
          disabled={hasCustomFont}
          data={[
            { value: '', label: ofTheme === undefined ? 'As the text font' : `${storeFonts[ofTheme].name} (from the theme)` },
            ...groups,
          ]}
          value={values[name] ?? ''}
          onChange={({ currentTarget }) => set(name, currentTarget.value === '' ? null : (currentTarget.value as StoreFont))}
        />
      ))}
    </div>
  )
}
