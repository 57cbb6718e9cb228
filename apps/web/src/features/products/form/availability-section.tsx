import type { ProductAvailability } from '@linkshelf/contract'
import { Text } from '@mantine/core'
import { ScheduleFields, ScheduleNote } from '../../../ui/forms/schedule-fields.tsx'
import { Segments } from '../../../ui/forms/segments.tsx'
import { FormSection } from './form-section.tsx'
import type { ProductForm } from './use-product-form.ts'

const choices: readonly { name: ProductAvailability; label: string; effect: string }[] = [
  { name: 'available', label: 'Available', effect: 'Visitors can buy it.' },
  { name: 'unavailable', label: 'Unavailable', effect: 'The product stays in the store, marked as unavailable.' },
  { name: 'hidden', label: 'Hidden', effect: 'The product is hidden until you make it available again.' },
]

/** `timeZone` is that of the project. */
export function AvailabilitySection({ form: { form }, timeZone }: { form: ProductForm; timeZone: string }) {
  const { availability } = form.values
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
      <ScheduleFields schedule={form.values} errors={form.errors} timeZone={timeZone} onChange={form.setFieldValue} />
      <ScheduleNote timeZone={timeZone} />
    </FormSection>
  )
}
