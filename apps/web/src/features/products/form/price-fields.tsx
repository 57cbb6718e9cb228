import { computePriceHiddenAtMs, countPriceShownDays, formatCheckedDay, priceFields, type ShopFacts } from '@linkshelf/contract'
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { toBrowserDay } from '../../../ui/formats/dates.ts'
import classes from './product-form.module.css'
import type { PriceValues, ProductForm } from './use-product-form.ts'

interface PriceFieldsProps {
  form: ProductForm
  /** The links of the product that are already loaded. */
  links: readonly ShopFacts[]
}

/**
 * Edits the price and the day on which the price was checked. When the owner types an amount, that day is set to today,
 * but the owner can enter another day.
 */
export function PriceFields({ form: { form }, links }: PriceFieldsProps) {
  const { price } = form.values
  const change = (changes: Partial<PriceValues>) => form.setFieldValue('price', { ...price, ...changes })
  return (
    <fieldset className={classes.priceSet}>
      <legend>Price</legend>
      <div className={classes.price}>
        <TextInput
          label="Amount"
          inputMode="decimal"
          autoComplete="off"
          placeholder="49.90"
          maxLength={16}
          {...form.getInputProps('price.amount')}
          onChange={({ currentTarget: { value } }) =>
            change({ amount: value, ...(value !== price.amount && { checked_on: toBrowserDay(new Date()) }) })
          }
        />
        <NativeSelect label="Currency" {...form.getInputProps('price.currency')} data={['', ...currencies]} />
        <TextInput
          type="date"
          label="Checked on"
          {...form.getInputProps('price.checked_on')}
          error={form.errors['price.checked_on'] ?? form.errors.price}
        />
      </div>
      <Text size="sm" c="dimmed" mt={6} role="status">
        {explainPriceVisibility(price, links, new Date())}
      </Text>
    </fieldset>
  )
}

/** Currencies that most shops use. They come first in the list. */
const frequentCurrencies = ['EUR', 'USD', 'GBP', 'JPY', 'CAD', 'AUD', 'CHF', 'PLN']
const currencies = [...frequentCurrencies, ...Intl.supportedValuesOf('currency').filter((code) => !frequentCurrencies.includes(code))]

function explainPriceVisibility(price: PriceValues, links: readonly ShopFacts[], now: Date): string {
  const days = countPriceShownDays(links)
  if (days === 0) return 'Visitors don’t see a price: a shop of this product, such as Amazon, doesn’t allow you to show one.'
  const rule = `Visitors see it with the day of its check, for ${days} days.`
  const { data } = priceFields.safeParse(price)
  if (!data?.checked_on) return rule
  const hiddenAt = computePriceHiddenAtMs({ ...data, checked_on: data.checked_on }, links)
  const lastDay = formatCheckedDay({ checked_on: new Date(hiddenAt - 1).toISOString().slice(0, 10) }, 'en')
  return now.getTime() < hiddenAt
    ? `Visitors see it with the day of its check, until ${lastDay}.`
    : `Visitors no longer see it: its check is more than ${days} days old.`
}
