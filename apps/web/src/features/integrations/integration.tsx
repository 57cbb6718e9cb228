import {
  aliexpressIntegrationDraft,
  aliexpressKeyRule,
  ebayIntegrationDraft,
  ebayRedirectRule,
  type Integrations,
  integrationDefaults,
  linkBehaviors,
  linkBehaviorTexts,
} from '@linkshelf/contract'
import type { Retailer } from '@linkshelf/retailers'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { Card } from '../../ui/card.tsx'
import { DescribedSwitch } from '../../ui/forms/checkbox.tsx'
import { SourcedNote } from '../../ui/sourced-note.tsx'
import { AmazonForm, type AmazonFormProps } from './amazon-form.tsx'
import { IntegrationForm, inputWrapperOrder, type RetailerProps } from './integration-form.tsx'
import { integrationQueries } from './integration-queries.ts'
import classes from './integrations.module.css'
import { linkProposalQuery } from './link-proposal.ts'

const forms: Readonly<Record<Retailer, (props: AmazonFormProps) => React.ReactNode>> = {
  amazon: AmazonForm,
  ebay: EbayForm,
  aliexpress: AliexpressForm,
}

export function Integration({ retailer, ...props }: AmazonFormProps & { retailer: Retailer }) {
  const Form = forms[retailer]
  return <Form {...props} />
}

function EbayForm({ scope, ...props }: RetailerProps) {
  const { data: ofLinks } = useQuery(linkProposalQuery(scope, 'ebay'))
  const [campaignId] = ofLinks?.tagByMarket.values() ?? []
  return (
    <IntegrationForm
      {...props}
      retailer="ebay"
      query={useQuery(integrationQueries.ebay(scope))}
      schema={ebayIntegrationDraft}
      toValues={({ updated_at: _, customId, additionalParams, ...rest }: Integrations['ebay']) => ({
        ...rest,
        customId: customId ?? '',
        additionalParams: additionalParams ?? '',
      })}
      defaults={integrationDefaults.ebay}
      save={(body) => api.integrations.saveEbay.call({ params: scope, body })}
      remove={() => api.integrations.deleteEbay.call({ params: scope })}
      proposal={
        campaignId === undefined
          ? undefined
          : { text: `Most of your eBay links have the campaign ID ${campaignId}. Is it yours?`, values: { campaignId } }
      }
      idFields={[
        { name: 'campaignId', label: 'Campaign ID', description: 'Ten digits, from the eBay Partner Network', required: true },
        { name: 'publisherId', label: 'Publisher ID', description: 'Your account with the eBay Partner Network', required: true },
        { name: 'customId', label: 'Custom ID', description: 'Your own mark in eBay’s reports' },
      ]}
      notes={({ field }) => (
        <DescribedSwitch
          label="Send the ID of each click"
          description="eBay returns it with each sale, so that earnings are matched to clicks."
          {...field('click_ids', { type: 'checkbox' })}
        />
      )}
      exampleUrl={() => 'https://www.ebay.com/itm/123456789012'}
      exampleSettings={(ebay) => (ebay.campaignId.trim() === '' ? {} : { ebay })}
      furtherCard={({ field, values }) => (
        <Card>
          <div className={classes.stack}>
            <NativeSelect
              label="Visitors of eBay links see"
              description={linkBehaviorTexts[values.link_behavior].description}
              inputWrapperOrder={inputWrapperOrder}
              data={linkBehaviors.map((value) => ({ value, label: linkBehaviorTexts[value].label }))}
              {...field('link_behavior')}
            />
            <SourcedNote statement={ebayRedirectRule} />
          </div>
        </Card>
      )}
    />
  )
}

function AliexpressForm({ scope, ...props }: RetailerProps) {
  return (
    <IntegrationForm
      {...props}
      retailer="aliexpress"
      query={useQuery(integrationQueries.aliexpress(scope))}
      schema={aliexpressIntegrationDraft}
      toValues={({ updated_at: _, aff_short_key, additionalParams, ...rest }: Integrations['aliexpress']) => ({
        ...rest,
        aff_short_key: aff_short_key ?? '',
        additionalParams: additionalParams ?? '',
      })}
      defaults={integrationDefaults.aliexpress}
      save={(body) => api.integrations.saveAliexpress.call({ params: scope, body })}
      remove={() => api.integrations.deleteAliexpress.call({ params: scope })}
      idFields={[
        { name: 'trackingId', label: 'Tracking ID', description: 'From the AliExpress Portal', required: true },
        { name: 'appId', label: 'App ID', description: 'The app key of your account', required: true },
        { name: 'aff_short_key', label: 'Short key', description: 'aff_short_key of a deep link: _c3KHLXzD' },
      ]}
      notes={({ field }) => (
        <>
          <SourcedNote statement={aliexpressKeyRule} />
          <DescribedSwitch
            label="Send the ID of each click"
            description="The Portal’s export of orders contains the ID, which joins sales to clicks."
            {...field('click_ids', { type: 'checkbox' })}
          />
        </>
      )}
      exampleUrl={() => 'https://www.aliexpress.com/item/1005001234567890.html'}
      exampleSettings={(aliexpress) => ({ aliexpress })}
    />
  )
}
