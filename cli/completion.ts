import { type Command, type CommandResult, optionsOf, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';
import { groups } from './help.ts';

/** What may be typed after these words: one of the offers, or a file. */
interface Place {
  after: string;
  offers: Offer[];
  files: boolean;
  /** Options that have a value, with what it may be where that is known. */
  values: { option: string; oneOf: readonly string[] }[];
}

interface Offer {
  word: string;
  help: string;
}

const SHELLS: Record<string, (places: Place[]) => string> = { bash, zsh, fish };

export function completionFor(shell: string): CommandResult {
  const write = SHELLS[shell];
  if (write === undefined)
    throw new UsageError(`The shell must be bash, zsh or fish, not ${JSON.stringify(shell)}.`);
  const script = write([...COMMANDS.map(ofCommand), ...[...groups().keys()].map(ofGroup), beginning()]);
  return { value: { shell, script }, text: script };
}

function ofCommand(command: Command): Place {
  const { words, args, help } = command;
  const options = Object.entries(optionsOf(command));
  const choice = args.filter((arg) => arg.includes('|')).flatMap((arg) => arg.split('|'));
  return {
    after: words,
    offers: [
      ...choice.map((word) => ({ word, help })),
      ...options.map(([name, option]) => ({ word: `--${name}`, help: option.help })),
      { word: '--help', help: 'say how it is used' },
    ],
    files: args.some((arg) => arg.startsWith('FILE')),
    values: options
      .filter(([, { value }]) => value !== undefined)
      .map(([name, { oneOf = [] }]) => ({ option: `--${name}`, oneOf })),
  };
}

const ofGroup = (word: string): Place => ({
  after: word,
  offers: COMMANDS.filter(({ words }) => words.startsWith(`${word} `)).map(({ words, help }) => ({
    word: words.slice(word.length + 1),
    help,
  })),
  files: false,
  values: [],
});

const beginning = (): Place => ({
  after: '',
  offers: [
    ...COMMANDS.filter(({ words }) => !words.includes(' ')).map(({ words, help }) => ({ word: words, help })),
    ...[...groups()].map(([word, seconds]) => ({ word, help: seconds.join(', ') })),
    { word: '--help', help: 'say what there is' },
    { word: '--version', help: 'say which version this is' },
  ],
  files: false,
  values: [],
});

/** The first that fits is meant: commands come before the words they begin with. */
function cases(places: Place[], offering: (offers: Offer[]) => string): string {
  return places
    .map(({ after, offers, values, files }) => {
      const choices = values.map(({ option, oneOf }) => {
        const words = oneOf.map((word) => ({ word, help: option.slice(2) }));
        return `${option}) ${offering(words)} ;;`;
      });
      const otherwise = `${offering(offers)}${files ? ' files=yes' : ''}`;
      const chosen =
        choices.length === 0 ? otherwise : `case $before in ${choices.join(' ')} *) ${otherwise} ;; esac`;
      return `    '${after} '${after === '' ? '' : '*'}) ${chosen} ;;`;
    })
    .join('\n');
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function bash(places: Place[]): string {
  return `# Completes rollbook in bash: source <(rollbook completion bash)
_rollbook() {
  local IFS=$' \t\n' offers= files=
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  case "\${COMP_WORDS[*]:1:COMP_CWORD-1} " in
${cases(places, (offers) => `offers=${quoted(offers.map(({ word }) => word).join(' '))}`)}
  esac
  COMPREPLY=($(compgen -W "$offers" -- "$current"))
  if [[ $files && $current != -* ]]; then compopt -o default; COMPREPLY=(); fi
}
complete -F _rollbook rollbook`;
}

function zsh(places: Place[]): string {
  return `#compdef rollbook
# Completes rollbook in zsh: source <(rollbook completion zsh), after compinit
_rollbook() {
  local -a offers
  local files= before=\${words[CURRENT-1]}
  case "\${(j: :)words[2,CURRENT-1]} " in
${cases(places, (offers) => `offers=(${offers.map(described).join(' ')})`)}
  esac
  if [[ -n $files && $PREFIX != -* ]]; then _files; else _describe rollbook offers; fi
}
compdef _rollbook rollbook`;
}

const described = ({ word, help }: Offer): string => quoted(`${word.replaceAll(':', '\\:')}:${help}`);

function fish(places: Place[]): string {
  const lines = places.flatMap(({ after, offers, files, values }) => {
    // Options and files go on being offered after what was typed already; words do not.
    const here = `complete -c rollbook -n '__rollbook_typed "${after} "'`;
    const within = `complete -c rollbook -n '__rollbook_typed "${after} *"'`;
    return [
      ...offers.map(({ word, help }) => {
        if (!word.startsWith('--')) return `${here} -a ${word} -d ${quoted(help)}`;
        const value = values.find(({ option }) => option === word);
        const takes = value === undefined ? '' : ` -x -a ${quoted(value.oneOf.join(' '))}`;
        return `${after === '' ? here : within} -l ${word.slice(2)}${takes} -d ${quoted(help)}`;
      }),
      ...(files ? [`${within} -F`] : []),
    ];
  });
  return `# Completes rollbook in fish: rollbook completion fish | source
function __rollbook_typed
  set -l typed (commandline -opc)
  string match -q -- $argv "$typed[2..] "
end
complete -c rollbook -f
${lines.join('\n')}`;
}
