import { testHostileTexts } from '../hostile-texts.ts';

// The most that is read.
testHostileTexts(50);
