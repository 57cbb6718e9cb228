import { type ProductAvailability, pinnedProductsPerProject, productDescriptionMaxLength, productNameMaxLength } from '@linkshelf/contract'
import { Text, Textarea, TextInput, Title } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useId } from 'react'
import { Card } from '../../../ui/card.tsx'
import { DescribedSwitch } from '../../../ui/forms/checkbox.tsx'
import { ScheduleFields, ScheduleNote } from '../../../ui/forms/schedule-fields.tsx'
import { Segments } from '../../../ui/forms/segments.tsx'
import classes from './product-form.module.css'
import { availabilityLabels, type ProductForm, type ProductValues } from './use-product-form.ts'

interface FormSectionProps {
  title: string
  /** The purpose of the section, in one sentence. */
  about?: React.ReactNode
  action?: React.ReactNode
  children: React.ReactNode
}

export function FormSection({ title, about, action, children }: FormSectionProps) {
  const titleId = useId()
  return (
    <Card>
      <section aria-labelledby={titleId} className={classes.section}>
        <div className={classes.head}>
          <div>
            <Title order={2} id={titleId}>
              {title}
            </Title>
            {about !== undefined && (
              <Text size="sm" c="dimmed">
                {about}
              </Text>
            )}
          </div>
          {action}
        </div>
        {children}
      </section>
    </Card>
  )
}

interface CollapsedSectionProps {
  title: string
  /** Sums up the section in a few words. It is also shown while the section is closed. */
  summary: string
  onToggle?: React.ToggleEventHandler<HTMLDetailsElement>
  children: React.ReactNode
}

/**
 * A section that is closed at first, because it is used less often. It opens when one of its fields has an error and
 * gets the focus.
 */
export function CollapsedSection({ title, summary, onToggle, children }: CollapsedSectionProps) {
  return (
    <Card>
      <details className={classes.collapsed} onToggle={onToggle}>
        <summary className={classes.summary}>
          <IconChevronRight aria-hidden className={classes.chevron} size={18} />
          <Title order={2}>{title}</Title>
          <Text component="span" size="sm" c="dimmed">
            {summary}
          </Text>
        </summary>
        <section aria-label={title} className={classes.section}>
          {children}
        </section>
      </details>
    </Card>
  )
}

interface BasicSectionProps {
  form: ProductForm
  /** The field for the address of the page. */
  address: React.ReactNode
  /** The field for the picture. */
  image: React.ReactNode
  price: React.ReactNode
}

export function BasicSection({ form: { field }, address, image, price }: BasicSectionProps) {
  return (
    <FormSection title="Basic Information">
      {image}
      <TextInput label="Name" required autoComplete="off" maxLength={productNameMaxLength} {...field('name')} />
      {address}
      <Textarea
        label="Description"
        rows={4}
        classNames={{ input: classes.text }}
        maxLength={productDescriptionMaxLength}
        {...field('description')}
      />
      {price}
    </FormSection>
  )
}

const choices: readonly { name: ProductAvailability; label: string; effect: string }[] = [
  { name: 'available', label: availabilityLabels.available, effect: 'Visitors can buy it.' },
  { name: 'unavailable', label: availabilityLabels.unavailable, effect: 'The product stays in the store, marked as unavailable.' },
  { name: 'hidden', label: availabilityLabels.hidden, effect: 'The product is hidden until you make it available again.' },
]

/** Edits the availability, the pin and the schedule of a product. `timeZone` is the project's time zone. */
export function AvailabilitySection({ form: product, timeZone }: { form: ProductForm; timeZone: string }) {
  const { form } = product
  const { availability } = form.values
  return (
    <CollapsedSection title="Availability" summary={describeAvailability(form.values)}>
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
      <DescribedSwitch
        label="Pin to the top"
        description={`Shown before the others in your store and in its categories. Up to ${pinnedProductsPerProject} products.`}
        {...product.field('pinned', { type: 'checkbox' })}
      />
      <ScheduleFields schedule={form.values} errors={form.errors} timeZone={timeZone} onChange={form.setFieldValue} />
      <ScheduleNote timeZone={timeZone} />
    </CollapsedSection>
  )
}

function describeAvailability({ availability, show_from, show_until }: ProductValues): string {
  const isScheduled = show_from !== null || show_until !== null
  return `${availabilityLabels[availability]}${isScheduled ? ', scheduled' : ''}`
}
