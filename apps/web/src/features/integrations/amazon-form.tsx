import {
  type AmazonIntegrationValues,
  accountIdMaxLength,
  additionalParamsMaxLength,
  amazonIntegrationForm,
  amazonMarketNames,
  countryRoutings,
  countryRoutingTexts,
  type Integrations,
  integrationDefaults,
  tagSuffixHint,
} from '@linkshelf/contract'
import { ActionIcon, Button, NativeSelect, TextInput, Title } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { api, type ProjectScope } from '../../api/api.ts'
import { randomId } from '../../ui/browser/random-id.ts'
import { Card } from '../../ui/card.tsx'
import { IntegrationFrame } from './integration-frame.tsx'
import classes from './integrations.module.css'
import { marketName } from './market-name.ts'
import { TaggedExample } from './tagged-example.tsx'
import { useIntegrationForm } from './use-integration-form.ts'

const markets = amazonMarketNames.map((market) => ({ value: market, label: marketName(market) }))
const exampleAsin = 'B07FZ8S74R'

interface AmazonFormProps {
  scope: ProjectScope
  stored: Integrations['amazon']
  onSaved: (() => void) | undefined
  /** The form has a row for each of them, also where nothing is saved. */
  wantedMarkets: readonly string[] | undefined
}

export function AmazonForm({ scope, stored, onSaved, wantedMarkets = [] }: AmazonFormProps) {
  const { form, field, submit, isPending, hasChanges, removeSaved, isRemoving } = useIntegrationForm({
    retailer: 'amazon',
    schema: amazonIntegrationForm,
    stored,
    toValues: (saved) => toValues(saved, wantedMarkets),
    onSaved,
    save: (body) => api.integrations.saveAmazon.call({ params: scope, body }),
    remove: () => api.integrations.deleteAmazon.call({ params: scope }),
    defaults: integrationDefaults.amazon,
  })
  const { values } = form
  const free = amazonMarketNames.filter(
    (market) => market !== values.defaultMarket && values.market_tags.every((row) => row.market !== market),
  )

  return (
    <IntegrationFrame
      retailer="amazon"
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
              description="Added to your Amazon links as tag=…"
              required
              autoComplete="off"
              maxLength={accountIdMaxLength}
              {...field('trackingId')}
            />
            <TextInput
              label="Associate ID"
              description="The ID you sign in with. Often the same as your tracking ID."
              required
              autoComplete="off"
              maxLength={accountIdMaxLength}
              {...field('associateId')}
            />
            <NativeSelect
              label="Default market"
              description="Where your tracking ID belongs"
              required
              data={markets}
              {...field('defaultMarket')}
            />
            <TextInput
              label="Additional parameters"
              description="For every link: name=value, joined by &"
              autoComplete="off"
              maxLength={additionalParamsMaxLength}
              {...field('additionalParams')}
            />
          </div>
          <Hint market={values.defaultMarket} tag={values.trackingId} />
          <TaggedExample
            url={`https://www.amazon.${values.defaultMarket}/dp/${exampleAsin}`}
            integrations={values.trackingId.trim() === '' ? {} : { amazon: { ...values, market_tags: {} } }}
          />
        </div>
      </Card>
      <Card>
        <Title order={3}>Other countries</Title>
        <p className={classes.lead}>Amazon pays per country: add a tracking ID for each one you have joined.</p>
        <div className={classes.stack}>
          {values.market_tags.map((row, index) => (
            <div key={row.id} className={classes.stack}>
              <div className={classes.market}>
                <NativeSelect
                  aria-label={`Market ${index + 1}`}
                  data={[
                    { value: row.market, label: marketName(row.market) },
                    ...free.map((market) => ({ value: market, label: marketName(market) })),
                  ]}
                  {...form.getInputProps(`market_tags.${index}.market`)}
                />
                <TextInput
                  aria-label={`Tracking ID for ${marketName(row.market)}`}
                  placeholder="Tracking ID"
                  autoComplete="off"
                  maxLength={accountIdMaxLength}
                  {...form.getInputProps(`market_tags.${index}.tag`)}
                />
                <ActionIcon
                  variant="default"
                  size="input-sm"
                  aria-label={`Remove ${marketName(row.market)}`}
                  onClick={() => form.removeListItem('market_tags', index)}
                >
                  <IconTrash aria-hidden size={17} />
                </ActionIcon>
              </div>
              <Hint market={row.market} tag={row.tag} />
            </div>
          ))}
          <div>
            <Button
              variant="default"
              leftSection={<IconPlus aria-hidden size={17} />}
              disabled={free.length === 0}
              onClick={() => form.insertListItem('market_tags', { id: randomId(), market: free[0] ?? '', tag: '' })}
            >
              Add a market
            </Button>
          </div>
          <NativeSelect
            label="Visitors from other countries"
            description={countryRoutingTexts[values.country_routing].description}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={countryRoutings.map((value) => ({ value, label: countryRoutingTexts[value].label }))}
            {...field('country_routing')}
          />
        </div>
      </Card>
    </IntegrationFrame>
  )
}

function Hint({ market, tag }: { market: string; tag: string }) {
  const hint = tagSuffixHint(market, tag)
  return hint === undefined ? null : <p className={classes.hint}>{hint}</p>
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
