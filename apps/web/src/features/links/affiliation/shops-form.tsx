import { type Link, linkMessages, linkShopsForm, parseTypedDestination, shopNameMaxLength, shopsPerLink } from '@linkshelf/contract'
import { Button, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ProjectScope } from '../../../api/api.ts'
import { createRandomId } from '../../../ui/browser/random-id.ts'
import { DescribedSwitch } from '../../../ui/forms/checkbox.tsx'
import { useContractForm } from '../../../ui/forms/use-contract-form.ts'
import { IconAction } from '../../../ui/icon-action.tsx'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { useUpdateLink } from '../link-mutations.ts'
import { PlaceSelect } from './place-select.tsx'
import classes from './shops-form.module.css'
import { findNothingEarnedNote, useAffiliationStates } from './use-affiliation-states.ts'

export function shopsDialog(scope: ProjectScope, link: Link): Dialog {
  return { title: 'Other shops', body: (close) => <ShopsForm scope={scope} link={link} onClose={close} /> }
}

function ShopsForm({ scope, link, onClose }: { scope: ProjectScope; link: Link; onClose: () => void }) {
  const update = useUpdateLink(scope)
  const { form, field, submit, isPending } = useContractForm(linkShopsForm, {
    initialValues: {
      shops: link.shops.map(({ place, name, target }) => toRow({ place: place ?? '', name: name ?? '', target })),
      choice_page: link.choice_page,
    },
    send: (draft) => update.mutateAsync({ link, update: draft }),
    onSuccess: onClose,
    onError: (error) => void showErrorToast(error, { fallback: linkMessages.updateFailed }),
  })
  const { shops, choice_page: hasChoicePage } = form.values
  const computeState = useAffiliationStates(scope)
  const findNote = (typed: string) => {
    const href = parseTypedDestination(typed)
    return href !== undefined && computeState ? findNothingEarnedNote(computeState(href, link.affiliated)) : undefined
  }

  function choosePlace(index: number, place: string | null): void {
    form.setFieldValue(`shops.${index}.place`, place)
    if (place === '') form.setFieldValue('choice_page', true)
  }

  return (
    <DialogForm action="Save" isWorking={isPending} onSubmit={submit} onClose={onClose}>
      <Text size="sm" c="dimmed">
        Visitors from a shop’s country are sent there instead. With a choice page, every visitor chooses, and the shop of their country
        comes first.
      </Text>
      <div className={classes.shops}>
        {shops.map(({ id, place, target }, index) => (
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
            <EarnsNothing note={place === '' && !hasChoicePage ? notReached : findNote(target)} />
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
        onClick={() => form.insertListItem('shops', toRow({ place: null, name: '', target: '' }))}
      >
        Add a shop
      </Button>
      <DescribedSwitch
        mt="lg"
        label="Choice page"
        description="Show visitors a page with a button for each of these shops, and for the link’s own shop."
        {...field('choice_page', { type: 'checkbox' })}
      />
      <EarnsNothing note={findNote(link.target)} prefix="The link’s own shop. " />
    </DialogForm>
  )
}

const notReached = 'Visitors reach this shop only through the choice page, which is off.'

interface ShopValues {
  /** Empty for everyone on the choice page, and null if no visitors were chosen yet. */
  place: string | null
  name: string
  target: string
}

function toRow(values: ShopValues): ShopValues & { id: string } {
  return { id: createRandomId(), ...values }
}

function EarnsNothing({ note, prefix = '' }: { note: string | undefined; prefix?: string }) {
  if (note === undefined) return null
  return (
    <Text size="sm" c="dimmed">
      {prefix}
      {note}
    </Text>
  )
}
