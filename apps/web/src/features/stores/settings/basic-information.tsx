import { type PageLanguage, pageLanguages } from '@linkshelf/contract'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { StoreNameField } from '../name/store-name-field.tsx'
import classes from './settings.module.css'
import { SettingsSection } from './settings-section.tsx'
import type { StoreForm } from './use-store-form.ts'

interface BasicInformationProps {
  form: StoreForm
  /** The address of the store without its handle. Undefined if the store's address does not contain the name. */
  addressStart: string | undefined
  /** The fields for logo, favicon and banner. */
  pictures: React.ReactNode
}

export function BasicInformation({ form: { field, values, set, nameCheck }, addressStart, pictures }: BasicInformationProps) {
  return (
    <SettingsSection title="Basic Information" description="The name of your store, and its introduction.">
      <div className={classes.pair}>
        <StoreNameField check={nameCheck} addressStart={addressStart} {...field('name')} />
        <TextInput label="Display name" description="Replaces the store name on pages." maxLength={120} {...field('store_name')} />
      </div>
      <TextInput
        label="Page title"
        description="The heading of the page, and its title in search engines."
        maxLength={120}
        {...field('title')}
      />
      <Textarea label="Description" autosize={false} rows={4} maxLength={2_000} {...field('description')} />
      <NativeSelect
        label="Language"
        description="The language of buttons, headings and the disclosure. Your own texts are not translated."
        data={Object.entries(pageLanguages).map(([value, label]) => ({ value, label }))}
        value={values.language}
        onChange={({ currentTarget }) => set('language', currentTarget.value as PageLanguage)}
      />
      {pictures}
    </SettingsSection>
  )
}
