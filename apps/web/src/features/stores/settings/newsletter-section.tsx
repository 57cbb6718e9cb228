import { findNewsletterProvider, parseNewsletterForm, toNewsletterFieldName } from '@linkshelf/contract'
import { Text, TextInput } from '@mantine/core'
import type { ClipboardEvent } from 'react'
import classes from './settings.module.css'
import { SettingsSection } from './settings-section.tsx'
import type { StoreForm } from './use-store-form.ts'

/**
 * Edits the form of the owner's newsletter. If the owner pastes a provider's embed code, the address and the name of
 * the email field are filled in.
 */
export function NewsletterSection({ form: { field, values, set } }: { form: StoreForm }) {
  const url = values.newsletter_url.trim()
  const provider = findNewsletterProvider(url)
  // The details stay visible even if the address is empty, because a hidden field with an error could prevent saving.
  const hasDetails = [url, values.newsletter_field, values.newsletter_heading].some((text) => text !== '')

  function handlePaste(event: ClipboardEvent): void {
    const pasted = parseNewsletterForm(event.clipboardData.getData('text'))
    if (pasted === undefined) return
    event.preventDefault()
    set('newsletter_url', pasted.url)
    set('newsletter_field', pasted.field ?? '')
  }

  return (
    <SettingsSection
      title="Newsletter"
      description="A form on your page. Email addresses go straight to your provider, such as Mailchimp, Kit, Buttondown, Beehiiv or Substack."
    >
      <TextInput
        label="Form address"
        description="Paste the embed code of your provider, or the address that its form posts to."
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        {...field('newsletter_url')}
        onPaste={handlePaste}
      />
      {provider && (
        <Text size="sm" c="dimmed" role="status">
          Recognized: {provider.name}
        </Text>
      )}
      {hasDetails && (
        <div className={classes.pair}>
          <TextInput
            label="Name of the email field"
            description="The name that this field has in your provider’s form."
            placeholder={toNewsletterFieldName({ url, field: null })}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            {...field('newsletter_field')}
          />
          <TextInput label="Heading" description="Optional." autoComplete="off" maxLength={120} {...field('newsletter_heading')} />
        </div>
      )}
    </SettingsSection>
  )
}
