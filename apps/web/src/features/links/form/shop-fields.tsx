import { parseTypedDestination, shopNameMaxLength, shopsPerLink } from '@linkshelf/contract'
import { Button, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ProjectScope } from '../../../api/api.ts'
import { DescribedSwitch } from '../../../ui/forms/checkbox.tsx'
import { IconAction } from '../../../ui/icon-action.tsx'
import { PlaceSelect } from '../affiliation/place-select.tsx'
import { findNothingEarnedNote, useAffiliationStates } from '../affiliation/use-affiliation-states.ts'
import classes from './shop-fields.module.css'
import { createShopRow, type LinkForm } from './use-link-form.tsx'

interface ShopFieldsProps {
  scope: ProjectScope
  form: LinkForm['form']
  /** The link's own destination. Undefined while it is invalid. */
  target: string | undefined
}

/** Edits the destinations of visitors from other countries, and the choice page. */
export function ShopFields({ scope, form, target }: ShopFieldsProps) {
  const { shops, choice_page: hasChoicePage, affiliated } = form.values
  const computeState = useAffiliationStates(scope)
  const findNote = (href: string | undefined) =>
    href !== undefined && computeState ? findNothingEarnedNote(computeState(href, affiliated)) : undefined

  function choosePlace(index: number, place: string | null): void {
    form.setFieldValue(`shops.${index}.place`, place)
    if (place === '') form.setFieldValue('choice_page', true)
  }

  return (
    <div>
      <Text size="sm" c="dimmed">
        Visitors from a shop’s country are sent there instead. With a choice page, every visitor chooses, and the shop of their country
        comes first.
      </Text>
      <div className={classes.shops}>
        {shops.map(({ id, place, target: typed }, index) => (
          <fieldset key={id} className={classes.shop}>
            <legend className={classes.legend}>Shop {index + 1}</legend>
            <PlaceSelect
              label="Visitors from"
              placeholder="A country, or everyone"
              required
              {...form.getInputProps(`shops.${index}.place`)}
              onChange={(chosen) => choosePlace(index, chosen)}
            />
            <TextInput
              label="Address"
              type="url"
              required
              autoComplete="off"
              spellCheck={false}
              {...form.getInputProps(`shops.${index}.target`)}
            />
            <EarnsNothing note={place === '' && !hasChoicePage ? notReached : findNote(parseTypedDestination(typed))} />
            <div className={classes.nameAndRemove}>
              <TextInput
                label="Text of its button"
                placeholder="Name of the shop"
                autoComplete="off"
                maxLength={shopNameMaxLength}
                {...form.getInputProps(`shops.${index}.name`)}
              />
              <IconAction action="Remove" name={`shop ${index + 1}`} Icon={IconTrash} onClick={() => form.removeListItem('shops', index)} />
            </div>
          </fieldset>
        ))}
      </div>
      {form.errors.shops && (
        <Text size="sm" c="red" role="alert">
          {form.errors.shops}
        </Text>
      )}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus aria-hidden size={15} />}
        disabled={shops.length >= shopsPerLink}
        onClick={() => form.insertListItem('shops', createShopRow())}
      >
        Add a shop
      </Button>
      <DescribedSwitch
        mt="lg"
        label="Choice page"
        description="Show visitors a page with a button for each of these shops, and for the link’s own shop."
        {...form.getInputProps('choice_page', { type: 'checkbox' })}
      />
      <EarnsNothing note={findNote(target)} prefix="The link’s own shop. " />
    </div>
  )
}

const notReached = 'Visitors reach this shop only through the choice page, which is off.'

function EarnsNothing({ note, prefix = '' }: { note: string | undefined; prefix?: string }) {
  if (note === undefined) return null
  return (
    <Text size="sm" c="dimmed">
      {prefix}
      {note}
    </Text>
  )
}
