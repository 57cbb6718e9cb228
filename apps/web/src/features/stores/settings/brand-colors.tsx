import { defaultMainColor, defaultSecondaryColor, parseFontsAddress } from '@linkshelf/contract'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Suspense } from 'react'
import { api, type ProjectScope } from '../../../api/api.ts'
import { toErrorDetails } from '../../../ui/error-details.ts'
import { ColorField } from '../../../ui/forms/color-field.tsx'
import { createLazyComponent } from '../../../ui/lazy-component.tsx'
import { ThemeChoiceSkeleton } from './look/theme-choice-skeleton.tsx'
import classes from './settings.module.css'
import { SettingsSection } from './settings-section.tsx'
import type { StoreForm } from './use-store-form.ts'

// Themes, fonts and color notes are loaded after the form, because the form does not need them.
const ThemeChoice = createLazyComponent(() => import('./look/theme-choice.tsx').then((module) => module.ThemeChoice))
const ContrastNotes = createLazyComponent(() => import('./look/contrast-notes.tsx').then((module) => module.ContrastNotes))
const FontChoice = createLazyComponent(() => import('./look/font-choice.tsx').then((module) => module.FontChoice))

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
    <SettingsSection title="Brand Colors" description="Choose any two colors. The page keeps its text readable.">
      <Suspense fallback={<ThemeChoiceSkeleton />}>
        <ThemeChoice form={form} />
      </Suspense>
      <div className={classes.pair}>
        <ColorField label="Main color" color={values.main_color} swatches={mainSwatches} onChange={(color) => set('main_color', color)} />
        <ColorField
          label="Secondary color"
          color={values.secondary_color}
          swatches={secondarySwatches}
          onChange={(color) => set('secondary_color', color)}
        />
      </div>
      <Suspense fallback={<Skeleton h="6.5rem" />}>
        <ContrastNotes values={values} />
      </Suspense>
      <Suspense fallback={<Skeleton h="3.75rem" />}>
        <FontChoice form={form} />
      </Suspense>
      <FontsField scope={scope} form={form} />
    </SettingsSection>
  )
}

const copyFailed = 'The fonts could not be copied. Please try again.'

/**
 * Edits the address of a style sheet with fonts. Fonts from another site can be copied to this server, so that the
 * store's visitors load nothing from the other site.
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
            : 'Paste a Google Fonts link. We use its first font, on the page but not in the preview.'
        }
        placeholder="https://fonts.googleapis.com/css2?family=…"
        spellCheck={false}
        autoComplete="off"
        readOnly={copy.isPending}
        error={copy.isError ? toErrorDetails(copy.error, copyFailed).message : input.error}
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
