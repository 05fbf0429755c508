import type { ComponentChildren, ComponentProps } from 'preact';
import { type PageText, translate } from '../texts/translate.ts';
import { Input } from './controls.tsx';
import { SearchBox } from './search-box.tsx';

interface SearchInputProps {
  label: PageText;
  value: string;
  onInput: (value: string) => void;
  input?: Pick<ComponentProps<'input'>, 'id' | 'ref' | 'onFocus' | 'onClick'>;
  /** After the input. */
  children?: ComponentChildren;
}

/** The input of a search, whose label is its placeholder too. */
export const SearchInput = ({ label, value, onInput, input, children }: SearchInputProps) => (
  <SearchBox>
    <Input
      type="search"
      autocomplete="off"
      spellcheck={false}
      aria-label={translate(label)}
      placeholder={translate(label)}
      value={value}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
      {...input}
    />
    {children}
  </SearchBox>
);
