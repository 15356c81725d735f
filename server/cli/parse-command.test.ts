import { expect, it } from 'vitest';
import { UsageError } from './arguments.ts';
import { parseCommand } from './parse-command.ts';

it.each<[args: string[], sentence: string]>([
  [['user', 'create', 'new@people.example', '--password', 'secret'], '--password'],
  [['user', 'create', 'new@people.example', 'a-password'], 'takes 1 argument'],
  [['user', 'create', 'not-an-email'], 'EMAIL: Invalid email'],
  [['user', 'create', 'new@people.example', '--tier', 'gold'], 'There is no plan "gold".'],
  [['user', 'create', 'new@people.example', '--name', ' '], '--name: Please enter your name.'],
  [['plan', 'set', 'new@people.example'], 'takes 2 arguments'],
  [['plan', 'set', 'new@people.example', 'plus', '--tier', 'plus'], 'no option --tier'],
  [['credits', 'grant', 'nobody@people.example', '5'], '--reason: Please say why.'],
  [['credits', 'grant', 'nobody@people.example', '5', '--reason', ' '], '--reason: Please say why.'],
  [['credits', 'grant', 'nobody@people.example', '0', '--reason', 'x'], 'N: Please give a whole number'],
  [['credits', 'grant', 'nobody@people.example', '1e3', '--reason', 'x'], 'N: Please give'],
  [['credits', 'grant', 'nobody@people.example', '9999999', '--reason', 'x'], 'N: Please give'],
  [['credits', 'grant', 'nobody@people.example'], 'takes 2 arguments'],
  [['ledger', 'check', 'all'], 'takes 0 arguments'],
])('%j is a wrong call, and says what is wrong', (args, sentence) => {
  expect(() => parseCommand(args)).toThrow(UsageError);
  expect(() => parseCommand(args)).toThrow(sentence);
});
