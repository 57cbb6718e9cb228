import { Combobox, Loader, TextInput, type TextInputProps, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId } from 'react'
import classes from './search-select.module.css'

export interface SearchOption {
  /** Unique among the options. */
  value: string
  content: React.ReactNode
  isDisabled?: boolean
}

interface SearchSelectProps extends Pick<TextInputProps, 'id' | 'description' | 'placeholder' | 'error' | 'maxLength' | 'disabled'> {
  label: string
  typed: string
  onType: (text: string) => void
  options: readonly SearchOption[]
  isLoading?: boolean
  /** Shown in the dropdown when there are no options: "Nothing found", or what to type. */
  empty: string
  /** Called for each choice. The dropdown stays open for the next choice. */
  onChoose: (value: string) => void
}

/** A search field with a dropdown of the results. The user can choose several results, one after another. */
export function SearchSelect({ label, typed, onType, options, isLoading, empty, onChoose, ...input }: SearchSelectProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const listId = useId()
  const { setListId } = combobox
  // Sets the id before the list is shown. Otherwise the field would refer to no list until its next render.
  useEffect(() => setListId(listId), [setListId, listId])

  // While a search is typed, Enter chooses the first option. While nothing is typed, Enter chooses nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `options` are the trigger
  useEffect(() => {
    if (typed.trim() === '') combobox.resetSelectedOption()
    else combobox.selectFirstOption()
  }, [typed, options])

  return (
    // The dropdown scrolls with the field. If it were hidden while the field is out of view, a user who scrolls down to
    // an option on a phone would lose the options.
    <Combobox store={combobox} withinPortal={false} hideDetached={false} onOptionSubmit={onChoose} shadow="md" radius="md" offset={4}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...input}
          label={label}
          type="text"
          autoComplete="off"
          leftSection={<IconSearch aria-hidden size={17} stroke={1.6} />}
          rightSection={isLoading && <Loader size={16} />}
          value={typed}
          onChange={(event) => {
            onType(event.currentTarget.value)
            combobox.openDropdown()
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            // Enter must not submit the form around the field; only the form's button does.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {options.length > 0 ? (
          <Combobox.Options id={listId} aria-label={label} className={classes.options}>
            {options.map(({ value, content, isDisabled }) => (
              <Combobox.Option key={value} value={value} disabled={isDisabled} className={classes.option}>
                {content}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        ) : (
          // A listbox must have at least one option, so the text is not in a listbox.
          <p className={classes.empty} role="status">
            {isLoading ? 'Loading…' : empty}
          </p>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}
