import {
  accountIdMaxLength,
  additionalParamsMaxLength,
  ebayIntegrationDraft,
  ebayRedirectRule,
  type Integrations,
  integrationDefaults,
  linkBehaviors,
  linkBehaviorTexts,
} from '@linkshelf/contract'
import { NativeSelect, TextInput } from '@mantine/core'
import { api, type ProjectScope } from '../../api/api.ts'
import { Card } from '../../ui/card.tsx'
import { DescribedSwitch } from '../../ui/forms/described-switch.tsx'
import { SourcedNote } from '../../ui/sourced-note.tsx'
import { IntegrationFrame } from './integration-frame.tsx'
import classes from './integrations.module.css'
import { TaggedExample } from './tagged-example.tsx'
import { useIntegrationForm } from './use-integration-form.ts'

interface EbayFormProps {
  scope: ProjectScope
  stored: Integrations['ebay']
  onSaved: (() => void) | undefined
}

export function EbayForm({ scope, stored, onSaved }: EbayFormProps) {
  const { form, field, submit, isPending, hasChanges, removeSaved, isRemoving } = useIntegrationForm({
    retailer: 'ebay',
    schema: ebayIntegrationDraft,
    stored,
    toValues,
    onSaved,
    save: (body) => api.integrations.saveEbay.call({ params: scope, body }),
    remove: () => api.integrations.deleteEbay.call({ params: scope }),
    defaults: integrationDefaults.ebay,
  })
  const { values } = form

  return (
    <IntegrationFrame
      retailer="ebay"
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
              label="Campaign ID"
              description="Ten digits, from the eBay Partner Network"
              required
              autoComplete="off"
              maxLength={accountIdMaxLength}
              {...field('campaignId')}
            />
            <TextInput
              label="Publisher ID"
              description="Your account with the eBay Partner Network"
              required
              autoComplete="off"
              maxLength={accountIdMaxLength}
              {...field('publisherId')}
            />
            <TextInput
              label="Custom ID"
              description="Your own mark in eBay’s reports"
              autoComplete="off"
              maxLength={accountIdMaxLength}
              {...field('customId')}
            />
            <TextInput
              label="Additional parameters"
              description="For every link: name=value, joined by &"
              autoComplete="off"
              maxLength={additionalParamsMaxLength}
              {...field('additionalParams')}
            />
          </div>
          <DescribedSwitch
            label="Send the ID of each click"
            description="eBay returns it with each sale, so that earnings are matched to clicks."
            {...field('click_ids', { type: 'checkbox' })}
          />
          <TaggedExample
            url="https://www.ebay.com/itm/123456789012"
            integrations={values.campaignId.trim() === '' ? {} : { ebay: values }}
          />
        </div>
      </Card>
      <Card>
        <div className={classes.stack}>
          <NativeSelect
            label="Visitors of eBay links see"
            description={linkBehaviorTexts[values.link_behavior].description}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={linkBehaviors.map((value) => ({ value, label: linkBehaviorTexts[value].label }))}
            {...field('link_behavior')}
          />
          <SourcedNote statement={ebayRedirectRule} />
        </div>
      </Card>
    </IntegrationFrame>
  )
}

function toValues({ updated_at: _, customId, additionalParams, ...rest }: Integrations['ebay']) {
  return { ...rest, customId: customId ?? '', additionalParams: additionalParams ?? '' }
}
