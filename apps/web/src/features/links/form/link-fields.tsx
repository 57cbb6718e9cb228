import {
  formatReadableShortUrl,
  type Link,
  notesMaxLength,
  parseTypedDestination,
  parseUtmValues,
  slugOfShortUrl,
} from '@linkshelf/contract'
import { Text, Textarea, TextInput } from '@mantine/core'
import type { ProjectScope } from '../../../api/api.ts'
import { DescribedSwitch } from '../../../ui/forms/checkbox.tsx'
import { useAddressDomains } from '../../domains/address-domains.ts'
import { DomainSelect } from '../../domains/domain-select.tsx'
import { LabelsField } from '../../labels/labels-field.tsx'
import { canHaveTag } from '../affiliation/use-link-affiliation.ts'
import { PageTarget } from '../page-target.tsx'
import { Disclosure } from './disclosure.tsx'
import classes from './link-fields.module.css'
import { ShopFields } from './shop-fields.tsx'
import { SlugField } from './slug-field.tsx'
import type { LinkForm } from './use-link-form.tsx'
import { UtmFields } from './utm-fields.tsx'

/** The part of the form that gets the focus when a dialog with the form opens. */
export type LinkFormPart = 'target' | 'labels' | 'shops'

interface LinkFieldsProps {
  scope: ProjectScope
  link: Link
  form: LinkForm
  focused?: LinkFormPart | undefined
}

/** The fields for everything that the owner of a link can change. What is used less often is in closed sections. */
export function LinkFields({ scope, link, form: { form, field, colors, setColors }, focused = 'target' }: LinkFieldsProps) {
  const { values } = form
  const domains = useAddressDomains(scope.orgId)
  const isMoved = values.domain !== link.domain
  const target = parseTypedDestination(values.target)
  const shops = values.shops.flatMap((shop) => {
    const valid = parseTypedDestination(shop.target)
    return valid === undefined ? [] : { target: valid }
  })

  return (
    <div className={classes.form}>
      {link.page === null ? (
        <TextInput
          type="url"
          label="Target URL"
          description={`Where ${formatReadableShortUrl(link.url)} leads. A new destination takes effect immediately.`}
          required
          data-autofocus={focused === 'target' || undefined}
          autoComplete="off"
          spellCheck={false}
          {...field('target')}
        />
      ) : (
        <div>
          <PageTarget target={link.target} page={link.page} />
        </div>
      )}
      <div className={classes.columns}>
        <TextInput
          label="Title"
          data-autofocus={(focused === 'target' && link.page !== null) || undefined}
          placeholder={link.title ?? (link.pending ? 'Fetching title…' : 'No title detected')}
          autoComplete="off"
          {...field('title')}
        />
        <DomainSelect
          {...form.getInputProps('domain')}
          label="Domain"
          domains={domains}
          description={
            isMoved && `The current address, ${domains.readableUrl(link.url, link.domain)}, keeps working as an alias until you release it.`
          }
          value={values.domain}
          onChange={(domain) => {
            form.setFieldValue('domain', domain)
            // A short name that is taken on one domain may be free on another domain, so the error is removed.
            form.clearFieldError('slug')
          }}
        />
        <SlugField
          scope={scope}
          link={link}
          own={slugOfShortUrl(link.url)}
          domain={values.domain}
          host={domains.readableHost(link, values.domain)}
          isMoved={isMoved}
          {...field('slug')}
          value={values.slug}
          onChange={(slug) => form.setFieldValue('slug', slug)}
        />
        <LabelsField
          {...field('labels')}
          scope={scope}
          own={link.labels}
          value={values.labels}
          onChange={(names) => form.setFieldValue('labels', names)}
          colors={colors}
          onColors={setColors}
          data-autofocus={focused === 'labels' || undefined}
        />
        <Textarea label="Notes" placeholder="Only your organization sees them" rows={1} maxLength={notesMaxLength} {...field('notes')} />
      </div>
      {canHaveTag({ target: target ?? link.target, shops }) && (
        <DescribedSwitch
          label="Use my affiliate tag"
          description="Off for links in emails and in print, where programs forbid it."
          {...field('affiliated', { type: 'checkbox' })}
        />
      )}
      {link.page === null && (
        <>
          <Disclosure
            label={values.shops.length === 0 ? 'Other shops' : `Other shops · ${values.shops.length}`}
            isFirst={focused === 'shops'}
          >
            <ShopFields scope={scope} form={form} target={target} />
          </Disclosure>
          <Disclosure label="Campaign (UTM)" isOpenAtFirst={Object.values(parseUtmValues(link.target)).some((value) => value !== '')}>
            {target === undefined ? (
              <Text size="sm" c="dimmed">
                Enter a valid target URL first.
              </Text>
            ) : (
              <UtmFields scope={scope} target={target} onChange={(tagged) => form.setFieldValue('target', tagged)} />
            )}
          </Disclosure>
        </>
      )}
    </div>
  )
}
