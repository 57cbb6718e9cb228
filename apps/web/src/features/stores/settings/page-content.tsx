import { formatDefaultDisclosure, listDisclosureWordings, toDefaultAdLabel } from '@linkshelf/contract'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { DescribedSwitch } from '../../../ui/forms/checkbox.tsx'
import { parseTypedUrl } from '../../links/typed-url.tsx'
import classes from './settings.module.css'
import { SettingsSection } from './settings-section.tsx'
import type { StoreForm } from './use-store-form.ts'

const customWording = ''

interface PageContentProps {
  form: StoreForm
  /**
   * The hosts of the shops that the store links to. Each offered wording contains the sentences that these shops
   * require. Undefined until the hosts are loaded.
   */
  hosts: readonly string[] | undefined
  /** Why the hosts could not be loaded. */
  hostsError: string | undefined
  /** The fields for the featured links. */
  featuredLinks: React.ReactNode
}

export function PageContent({ form: { form, field, values, set }, hosts, hostsError, featuredLinks }: PageContentProps) {
  const wordings = listDisclosureWordings(hosts)
  const chosen = wordings.find(({ text, label }) => text === values.disclosure_text && label === values.ad_label)

  function chooseWording(name: string): void {
    const wording = wordings.find((one) => one.name === name)
    if (wording === undefined) return
    set('disclosure_text', wording.text)
    set('ad_label', wording.label)
  }

  // Adds a missing `https://` to the address in a field. An unchanged value is not set, because setting a value clears
  // its error.
  function completeAddressField(name: 'imprint_url' | 'privacy_url' | 'contact_url'): void {
    const address = completeAddress(values[name])
    if (address !== values[name]) set(name, address)
  }

  function completeSocialLinks(): void {
    const links = values.social_links.map(completeAddress)
    if (links.some((link, index) => link !== values.social_links[index])) set('social_links', links)
  }

  return (
    <SettingsSection title="Page content" description="Texts about the links on the page, which the law of your country may require.">
      <DescribedSwitch
        label="Show a disclosure that links are ads"
        description="Above the products and in each button. Most shops and countries require it."
        {...field('disclosure', { type: 'checkbox' })}
      />
      {values.disclosure ? (
        <>
          <div className={classes.pair}>
            <NativeSelect
              label="Wording"
              description="A suggestion that you can change. It is not legal advice."
              disabled={hosts === undefined}
              error={hostsError}
              value={chosen?.name ?? customWording}
              data={[{ value: customWording, label: 'Own text' }, ...wordings.map(({ name }) => ({ value: name, label: name }))]}
              onChange={(event) => chooseWording(event.currentTarget.value)}
            />
            <TextInput
              label="Mark"
              description="In each button."
              placeholder={toDefaultAdLabel(values.language)}
              maxLength={40}
              {...field('ad_label')}
            />
          </div>
          <Textarea
            label="Text"
            placeholder={formatDefaultDisclosure(hosts ?? [], values.language)}
            rows={3}
            maxLength={1_000}
            {...field('disclosure_text')}
          />
        </>
      ) : null}
      <div className={classes.pair}>
        <TextInput
          label="Impressum"
          type="url"
          inputMode="url"
          placeholder="https://"
          {...field('imprint_url')}
          onBlur={() => completeAddressField('imprint_url')}
        />
        <TextInput
          label="Privacy"
          type="url"
          inputMode="url"
          placeholder="https://"
          {...field('privacy_url')}
          onBlur={() => completeAddressField('privacy_url')}
        />
        <TextInput
          label="Contact"
          description="A page or an email address."
          {...field('contact_url')}
          onBlur={() => completeAddressField('contact_url')}
        />
      </div>
      <Textarea
        label="Social links"
        description="One address per line."
        placeholder="https://www.youtube.com/@you"
        rows={3}
        {...field('social_links')}
        value={values.social_links.join('\n')}
        error={Object.entries(form.errors).find(([path]) => path.startsWith('social_links'))?.[1]}
        onChange={(event) => set('social_links', event.currentTarget.value.split('\n'))}
        onBlur={completeSocialLinks}
      />
      {featuredLinks}
    </SettingsSection>
  )
}

/** Adds a missing `https://` to a URL. Returns any other text unchanged. */
function completeAddress(typed: string): string {
  return parseTypedUrl(typed) ?? typed
}
