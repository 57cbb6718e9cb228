import { type EarningRates, earningRatesDraft } from '@linkshelf/contract'
import { Group, NumberInput, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../../api/api.ts'
import { useContractForm } from '../../../ui/forms/use-contract-form.ts'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { showErrorToast, showToast } from '../../../ui/toasts/toast.tsx'

export function ratesDialog(scope: ProjectScope, rates: EarningRates, currencies: readonly string[]): Dialog {
  return {
    title: 'Rates of the estimate',
    body: (close) => <RatesForm scope={scope} rates={rates} currencies={currencies} onClose={close} />,
  }
}

interface RatesFormProps {
  scope: ProjectScope
  rates: EarningRates
  currencies: readonly string[]
  onClose: () => void
}

/**
 * A form with one row for each currency that has earnings or a rate. Rows without a rate are not sent. If no row has a
 * rate, the estimate is removed.
 */
function RatesForm({ scope, rates, currencies, onClose }: RatesFormProps) {
  const queryClient = useQueryClient()
  const into = rates.currency ?? currencies[0] ?? 'USD'
  const known = new Map(rates.rates.map(({ currency, rate }) => [currency, rate]))
  const rows = [...new Set([...known.keys(), ...currencies])]
  const update = useMutation({
    mutationFn: (draft: { currency: string; rates: { currency: string; rate: number }[] }) =>
      api.earnings.updateRates.call({ params: scope, body: draft }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: api.earnings.key() })
      void showToast({ title: 'Rates saved', message: 'Your earnings are now estimated with these rates.' })
    },
  })
  const { form, field, submit, isPending } = useContractForm(earningRatesDraft, {
    initialValues: {
      currency: into,
      rates: rows.map((currency) => ({ currency, rate: known.get(currency) ?? '' })) as { currency: string; rate: number }[],
    },
    send: (draft) => update.mutateAsync(draft),
    onSuccess: onClose,
    onError: (error) => void showErrorToast(error, { fallback: 'The rates could not be saved. Please try again.' }),
  })
  const target = form.values.currency.trim().toUpperCase()

  return (
    <DialogForm
      action="Save rates"
      isWorking={isPending}
      onSubmit={(event) => {
        // A currency without a rate has no part in the estimate, so it is not sent.
        const given = form.values.rates.filter(({ currency, rate }) => typeof rate === 'number' && currency !== target)
        form.setFieldValue('rates', given)
        form.values.rates = given
        submit(event)
      }}
      onClose={onClose}
    >
      <TextInput
        label="Currency of the estimate"
        required
        data-autofocus
        maxLength={3}
        autoComplete="off"
        placeholder="EUR"
        {...field('currency')}
      />
      <Text size="sm" c="dimmed" mt="md" mb="xs">
        For each currency, enter what 1 unit is worth in the currency of the estimate.
      </Text>
      {form.values.rates.map(
        ({ currency }, index) =>
          currency !== target && (
            <Group key={currency} gap="sm" mb="xs" wrap="nowrap">
              <Text w={64} size="sm">
                1 {currency} =
              </Text>
              <NumberInput
                aria-label={`Rate of ${currency}`}
                flex={1}
                min={0}
                decimalScale={8}
                hideControls
                suffix={target ? ` ${target}` : ''}
                placeholder="No rate"
                {...form.getInputProps(`rates.${index}.rate`)}
              />
            </Group>
          ),
      )}
    </DialogForm>
  )
}
