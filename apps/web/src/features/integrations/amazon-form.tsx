import {
  type AmazonIntegrationValues,
  accountIdMaxLength,
  amazonIdPlaces,
  amazonMarketNames,
  countryRoutings,
  countryRoutingTexts,
  findTagSuffixHint,
  type Integrations,
  integrationDefaults,
  makeAmazonIntegrationForm,
} from '@linkshelf/contract'
import { amazonMarkets } from '@linkshelf/retailers'
import { ActionIcon, Button, NativeSelect, TextInput, Title } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { createRandomId } from '../../ui/browser/random-id.ts'
import { Card } from '../../ui/card.tsx'
import { SourcedNote } from '../../ui/sourced-note.tsx'
import { type EditedForm, IntegrationForm, inputWrapperOrder, type RetailerProps } from './integration-form.tsx'
import { integrationQueries } from './integration-queries.ts'
import classes from './integrations.module.css'
import { type LinkProposal, linkProposalQuery, proposeTrackingId } from './link-proposal.ts'

const exampleAsin = 'B07FZ8S74R'

export interface AmazonFormProps extends RetailerProps {
  /** Marketplaces that need a tag. The form has a row for each of them, even if no tag is saved. */
  wantedMarkets?: readonly string[] | undefined
}

export function AmazonForm({ scope, wantedMarkets = [], ...props }: AmazonFormProps) {
  const query = useQuery(integrationQueries.amazon(scope))
  const { data: ofLinks = noProposal } = useQuery(linkProposalQuery(scope, 'amazon'))
  return (
    <IntegrationForm
      {...props}
      retailer="amazon"
      query={query}
      schema={makeAmazonIntegrationForm(query.data ?? integrationDefaults.amazon)}
      toValues={(stored: Integrations['amazon']) => toValues(stored, wantedMarkets)}
      defaults={integrationDefaults.amazon}
      save={(body) => api.integrations.saveAmazon.call({ params: scope, body })}
      remove={() => api.integrations.deleteAmazon.call({ params: scope })}
      proposal={toProposal(ofLinks)}
      idFields={[
        { name: 'trackingId', label: 'Tracking ID', description: 'Added to your Amazon links as tag=…', required: true },
        {
          name: 'associateId',
          label: 'Associate ID',
          description: 'The ID you sign in with. Often the same as your tracking ID.',
          required: true,
        },
      ]}
      selects={({ field }) => (
        <NativeSelect
          label="Default market"
          description="The Amazon country of your tracking ID"
          required
          inputWrapperOrder={inputWrapperOrder}
          data={amazonMarketNames.map(toOption)}
          {...field('defaultMarket')}
        />
      )}
      notes={({ values }) => (
        <>
          <SourcedNote statement={amazonIdPlaces} />
          <Hint market={values.defaultMarket} tag={values.trackingId} />
        </>
      )}
      exampleUrl={({ defaultMarket }) => `https://www.amazon.${defaultMarket}/dp/${exampleAsin}`}
      exampleSettings={(values) => (values.trackingId.trim() === '' ? {} : { amazon: { ...values, market_tags: {} } })}
      furtherCard={(edited) => <OtherCountries {...edited} ofLinks={ofLinks} />}
    />
  )
}

const noProposal: LinkProposal = { markets: [], tagByMarket: new Map() }

/** Returns the market of most links, with the tag of these links. Undefined if no link leads to Amazon. */
function toProposal({ markets: [market], tagByMarket }: LinkProposal) {
  if (market === undefined) return undefined
  const tag = tagByMarket.get(market)
  if (tag === undefined)
    return { text: `Most of your Amazon links lead to ${formatMarketName(market)}.`, values: { defaultMarket: market } }
  return {
    text: `Most of your Amazon links lead to amazon.${market}, with the tag ${tag}. Is this tag yours?`,
    values: { defaultMarket: market, trackingId: tag, associateId: tag },
  }
}

/** The tags of other marketplaces, and where links send visitors from other countries. */
function OtherCountries({ form, field, values, ofLinks }: EditedForm<AmazonIntegrationValues> & { ofLinks: LinkProposal }) {
  const free = amazonMarketNames.filter(
    (market) => market !== values.defaultMarket && values.market_tags.every((row) => row.market !== market),
  )
  const proposeTag = (market: string) => ofLinks.tagByMarket.get(market) ?? proposeTrackingId(values.trackingId, market)

  /** Adds a market that links already lead to, if there is such a market. */
  function addMarket(): void {
    const market = ofLinks.markets.find((one) => free.includes(one)) ?? free[0] ?? ''
    form.insertListItem('market_tags', { id: createRandomId(), market, tag: proposeTag(market) })
  }

  /** A proposed tag follows the market. A typed tag stays. */
  function changeMarket(index: number, { id, market, tag }: (typeof values.market_tags)[number], to: string): void {
    form.setFieldValue(`market_tags.${index}`, { id, market: to, tag: tag === proposeTag(market) ? proposeTag(to) : tag })
  }

  return (
    <Card>
      <Title order={3}>Other countries</Title>
      <p className={classes.lead}>Amazon pays per country: add a tracking ID for each one you have joined.</p>
      <div className={classes.stack}>
        {values.market_tags.map((row, index) => (
          <div key={row.id} className={classes.stack}>
            <div className={classes.market}>
              <NativeSelect
                aria-label={`Market ${index + 1}`}
                data={[row.market, ...free].map(toOption)}
                {...form.getInputProps(`market_tags.${index}.market`)}
                onChange={({ currentTarget }) => changeMarket(index, row, currentTarget.value)}
              />
              <TextInput
                aria-label={`Tracking ID for ${formatMarketName(row.market)}`}
                placeholder="Tracking ID"
                autoComplete="off"
                maxLength={accountIdMaxLength}
                {...form.getInputProps(`market_tags.${index}.tag`)}
              />
              <ActionIcon
                variant="default"
                size="input-sm"
                aria-label={`Remove ${formatMarketName(row.market)}`}
                onClick={() => form.removeListItem('market_tags', index)}
              >
                <IconTrash aria-hidden size={17} />
              </ActionIcon>
            </div>
            <Hint market={row.market} tag={row.tag} />
          </div>
        ))}
        <div>
          <Button variant="default" leftSection={<IconPlus aria-hidden size={17} />} disabled={free.length === 0} onClick={addMarket}>
            Add a market
          </Button>
        </div>
        <NativeSelect
          label="Visitors from other countries"
          description={countryRoutingTexts[values.country_routing].description}
          inputWrapperOrder={inputWrapperOrder}
          data={countryRoutings.map((value) => ({ value, label: countryRoutingTexts[value].label }))}
          {...field('country_routing')}
        />
      </div>
    </Card>
  )
}

function Hint({ market, tag }: { market: string; tag: string }) {
  const hint = findTagSuffixHint(market, tag)
  return hint === undefined ? null : <p className={classes.hint}>{hint}</p>
}

function toOption(market: string) {
  return { value: market, label: formatMarketName(market) }
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** Returns `amazon.co.uk · United Kingdom`. */
function formatMarketName(market: string): string {
  const country = amazonMarkets[market]?.country
  return country === undefined ? `amazon.${market}` : `amazon.${market} · ${countries.of(country) ?? country}`
}

function toValues(
  { updated_at: _, market_tags, additionalParams, ...rest }: Integrations['amazon'],
  wantedMarkets: readonly string[],
): AmazonIntegrationValues {
  const wanted = wantedMarkets.filter((market) => market !== rest.defaultMarket).map((market) => [market, ''])
  return {
    ...rest,
    additionalParams: additionalParams ?? '',
    market_tags: Object.entries<string | undefined>({ ...Object.fromEntries(wanted), ...market_tags }).map(([market, tag = '']) => ({
      id: market,
      market,
      tag,
    })),
  }
}
