import { defaultMainColor, defaultSecondaryColor } from '@linkshelf/contract'
import type { ProjectScope } from '../../../api/api.ts'
import { ColorField } from '../../../ui/forms/color-field.tsx'
import { ContrastNotes } from './contrast-notes.tsx'
import { FontsField } from './fonts-field.tsx'
import classes from './settings.module.css'
import { SettingsSection } from './settings-section.tsx'
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
      <FontsField scope={scope} form={form} />
    </SettingsSection>
  )
}
