import type { ProductAvailability } from '@linkshelf/contract'
import { Text } from '@mantine/core'
import { InstantField } from '../../../ui/instant-field.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { FormSection } from './form-section.tsx'
import classes from './product-form.module.css'
import type { ProductForm } from './use-product-form.ts'

const choices: readonly { name: ProductAvailability; label: string; effect: string }[] = [
  { name: 'available', label: 'Available', effect: 'Visitors can buy it.' },
  { name: 'unavailable', label: 'Unavailable', effect: 'It stays in the store, marked as unavailable.' },
  { name: 'hidden', label: 'Hidden', effect: 'It is not shown until you make it available again.' },
]

/** `timeZone` is that of the project. */
export function AvailabilitySection({ form: { form, field }, timeZone }: { form: ProductForm; timeZone: string }) {
  const { availability, show_from, show_until } = form.values
  return (
    <FormSection title="Availability" about="Whether it can be bought, and when it is shown.">
      <div>
        <Segments
          label="Availability"
          choices={choices}
          chosen={availability}
          onChoose={(name) => form.setFieldValue('availability', name)}
        />
        <Text size="sm" c="dimmed" mt={6} role="status">
          {choices.find(({ name }) => name === availability)?.effect}
        </Text>
      </div>
      <div className={classes.pair}>
        <InstantField label="Show from" timeZone={timeZone} {...instantProps('show_from', show_from)} />
        <InstantField label="Show until" timeZone={timeZone} {...instantProps('show_until', show_until)} />
      </div>
      <Text size="sm" c="dimmed">
        In the time zone of the project, {timeZone.replaceAll('_', ' ')}. Leave both empty to show it always.
      </Text>
    </FormSection>
  )

  function instantProps(name: 'show_from' | 'show_until', value: string | null) {
    return { value, error: field(name).error, onChange: (instant: string | null) => form.setFieldValue(name, instant) }
  }
}
