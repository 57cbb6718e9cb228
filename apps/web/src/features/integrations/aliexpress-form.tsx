import {
  accountIdMaxLength,
  additionalParamsMaxLength,
  aliexpressIntegrationDraft,
  aliexpressKeyRule,
  type Integrations,
  integrationDefaults,
} from '@linkshelf/contract'
import { TextInput } from '@mantine/core'
import { api, type ProjectScope } from '../../api/api.ts'
import { Card } from '../../ui/card.tsx'
import { DescribedSwitch } from '../../ui/forms/described-switch.tsx'
import { SourcedNote } from '../../ui/sourced-note.tsx'
import { IntegrationFrame } from './integration-frame.tsx'
import classes from './integrations.module.css'
import { TaggedExample } from './tagged-example.tsx'
import { useIntegrationForm } from './use-integration-form.ts'

interface AliexpressFormProps {
  scope: ProjectScope
  stored: Integrations['aliexpress']
  onSaved: (() => void) | undefined
}

export function AliexpressForm({ scope, stored, onSaved }: AliexpressFormProps) {
  const { form, field, submit, isPending, hasChanges, removeSaved, isRemoving } = useIntegrationForm({
    retailer: 'aliexpress',
    schema: aliexpressIntegrationDraft,
    stored,
    toValues,
    onSaved,
    save: (body) => api.integrations.saveAliexpress.call({ params: scope, body }),
    remove: () => api.integrations.deleteAliexpress.call({ params: scope }),
    defaults: integrationDefaults.aliexpress,
  })
  const { values } = form

  return (
    <IntegrationFrame
      retailer="aliexpress"
      isSaved={stored.updated_at !== null}
      hasChanges={hasChanges}
      isPending={isPending}
      isRemoving={isRemoving}
      onSubmit={submit}
      onRemove={removeSaved}
    >
      <Card>
        <div className={classes.stack}>
          <div className={classes.fields}>
            <TextInput
              label="Tracking ID"
              description="From the AliExpress Portal"
              required
              autoComplete="off"
              maxLength={accountIdMaxLength}
              {...field('trackingId')}
            />
            <TextInput
              label="App ID"
              description="The app key of your account"
              required
              autoComplete="off"
              maxLength={accountIdMaxLength}
              {...field('appId')}
            />
            <TextInput
              label="Short key"
              description="aff_short_key of a deep link: _c3KHLXzD"
              autoComplete="off"
              maxLength={accountIdMaxLength}
              {...field('aff_short_key')}
            />
            <TextInput
              label="Additional parameters"
              description="For every link: name=value, joined by &"
              autoComplete="off"
              maxLength={additionalParamsMaxLength}
              {...field('additionalParams')}
            />
          </div>
          <SourcedNote statement={aliexpressKeyRule} />
          <DescribedSwitch
            label="Send the ID of each click"
            description="The Portal’s export of orders contains the ID, which joins sales to clicks."
            {...field('click_ids', { type: 'checkbox' })}
          />
          <TaggedExample url="https://www.aliexpress.com/item/1005001234567890.html" integrations={{ aliexpress: values }} />
        </div>
      </Card>
    </IntegrationFrame>
  )
}

function toValues({ updated_at: _, aff_short_key, additionalParams, ...rest }: Integrations['aliexpress']) {
  return { ...rest, aff_short_key: aff_short_key ?? '', additionalParams: additionalParams ?? '' }
}
