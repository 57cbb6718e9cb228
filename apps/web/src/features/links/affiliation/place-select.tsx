import { amazonMarketNames, countryCodes } from '@linkshelf/contract'
import { type ComboboxItem, type ComboboxItemGroup, type OptionsFilter, Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import { formatPlaceName } from './place-name.ts'
import classes from './place-select.module.css'

const toOption = (value: string): ComboboxItem => ({ value, label: formatPlaceName(value) })

/**
 * The visitors that a shop can get: visitors of one country, visitors of one Amazon marketplace, or all visitors (the
 * empty value). Countries are sorted by name.
 */
const placeOptions: (ComboboxItem | ComboboxItemGroup<ComboboxItem>)[] = [
  { value: '', label: 'Everyone, on a choice page' },
  { group: 'Marketplaces of Amazon', items: amazonMarketNames.map(toOption) },
  { group: 'Countries', items: countryCodes.map(toOption).toSorted((one, other) => one.label.localeCompare(other.label)) },
]

/** Returns the options whose name contains the text, ignoring case and accents. */
const findPlaces: OptionsFilter = ({ options, search }) => {
  const text = removeAccents(search.trim())
  const isFound = ({ label }: { label: string }) => removeAccents(label).includes(text)
  return options.flatMap((option): typeof options => {
    if (!('group' in option)) return isFound(option) ? [option] : []
    const items = option.items.filter(isFound)
    return items.length === 0 ? [] : [{ ...option, items }]
  })
}

function removeAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/’/g, "'").toLowerCase()
}

/**
 * Searchable select for the visitors who get a shop: visitors of one country or one Amazon marketplace, or everyone on
 * a choice page.
 */
export function PlaceSelect({ error, ...props }: Omit<SelectProps<string>, 'data'>) {
  const [typed, setTyped] = useState('')
  const isNothingFound = findPlaces({ options: placeOptions, search: typed, limit: 1 }).length === 0
  return (
    <Select
      {...props}
      searchable
      data={placeOptions}
      filter={findPlaces}
      onSearchChange={setTyped}
      onClick={selectText}
      onFocus={selectText}
      error={isNothingFound ? 'No country or marketplace has this name' : error}
      allowDeselect={false}
      selectFirstOptionOnChange
      withScrollArea={false}
      classNames={{ options: classes.options }}
      comboboxProps={{ withinPortal: false, shadow: 'md', radius: 'md', offset: 4 }}
    />
  )
}

/** Selects the text in the field, so that typing replaces it. */
function selectText({ currentTarget }: React.SyntheticEvent<HTMLInputElement>): void {
  currentTarget.select()
}
