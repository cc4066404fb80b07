package dev.sluice.model.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * The house style as a test, over the whole project: sizes, names and calls that are not used here.
 */
class TidyTest {
    private static final int MOST_FILE_LINES = 400;
    private static final int MOST_METHOD_LINES = 60;
    private static final int MOST_PACKAGE_TYPES = 15;

    /**
     * Words that say nothing about what a type is for; {@code DataPlane} is a term of the field.
     */
    private static final Pattern EMPTY_WORD =
            Pattern.compile(
                    "(Util|Utils|Helper|Manager|Impl|Base|Common|Info|DTO|Dto)(?=[A-Z]|$)|Data(?!Plane|Source|base|Dir)(?=[A-Z]|$)");

    /** Each with its reason; main code only unless the reason says tests. */
    private static final Map<Pattern, String> BANNED =
            Map.of(
                    Pattern.compile("\\bInstant\\.now\\(\\)|\\bSystem\\.currentTimeMillis\\(\\)"),
                    "take an InstantSource, so that tests can set the time",
                    Pattern.compile("\\bTO" + "DO\\b|\\bFIX" + "ME\\b"),
                    "open an issue instead",
                    Pattern.compile("\\.printStackTrace\\("),
                    "log it, or turn it into an error the caller understands");

    private static final Map<Pattern, String> BANNED_IN_TESTS =
            Map.of(
                    Pattern.compile("\\bThread\\.sl" + "eep\\("),
                    "await the condition itself",
                    Pattern.compile("@Dis" + "abled\\b"),
                    "a test runs, or it is not there");

    private static final Path ROOT = root();

    private static Path root() {
        var here = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(here.resolve("shared-model"))) {
            here = here.getParent();
        }
        return here;
    }

    @Test
    void filesAndMethodsStaySmall() throws IOException {
        var faults = new ArrayList<String>();
        for (var file : sources("main")) {
            var lines = Files.readAllLines(file).size();
            if (lines > MOST_FILE_LINES) {
                faults.add(ROOT.relativize(file) + " has " + lines + " lines; split it");
            }
        }
        visit(
                new TreeScanner<Void, Visit>() {
                    @Override
                    public Void visitMethod(MethodTree method, Visit at) {
                        var lines = at.lines(method);
                        if (lines > MOST_METHOD_LINES) {
                            faults.add(
                                    at.place(method)
                                            + " "
                                            + method.getName()
                                            + " has "
                                            + lines
                                            + " lines");
                        }
                        return super.visitMethod(method, at);
                    }
                });
        assertThat(faults).isEmpty();
    }

    @Test
    void packagesStaySmall() throws IOException {
        var perPackage =
                sources("main").stream()
                        .filter(file -> !file.endsWith("package-info.java"))
                        .collect(
                                Collectors.groupingBy(
                                        Path::getParent, TreeMap::new, Collectors.counting()));

        assertThat(perPackage.entrySet())
                .allSatisfy(entry ->
                        assertThat(entry.getValue())
                                .as(ROOT.relativize(entry.getKey()).toString())
                                .isLessThanOrEqualTo(MOST_PACKAGE_TYPES));
    }

    @Test
    void typeNamesSayWhatTheTypeIs() throws IOException {
        var faults = new ArrayList<String>();
        visit(
                new TreeScanner<Void, Visit>() {
                    @Override
                    public Void visitClass(ClassTree type, Visit at) {
                        if (EMPTY_WORD.matcher(type.getSimpleName()).find()) {
                            faults.add(at.place(type) + " " + type.getSimpleName());
                        }
                        return super.visitClass(type, at);
                    }
                });
        assertThat(faults).isEmpty();
    }

    @Test
    void everyPackageSaysItsPurposeAndIsNullMarked() throws IOException {
        for (var folder : sources("main").stream().map(Path::getParent).distinct().toList()) {
            var about = folder.resolve("package-info.java");
            assertThat(about).exists();
            assertThat(Files.readString(about)).as(about.toString()).contains("@NullMarked", "/**");
        }
    }

    @Test
    void callsThatAreNotUsedHereStayOut() throws IOException {
        var faults = new ArrayList<String>();
        for (var file : sources("main")) {
            find(file, BANNED, faults);
        }
        for (var file : sources("test")) {
            find(file, BANNED_IN_TESTS, faults);
        }
        assertThat(faults).isEmpty();
    }

    private static void find(Path file, Map<Pattern, String> banned, List<String> faults)
            throws IOException {
        var number = 0;
        for (var line : Files.readAllLines(file)) {
            number++;
            for (var rule : banned.entrySet()) {
                if (rule.getKey().matcher(line).find()) {
                    faults.add(ROOT.relativize(file) + ":" + number + " " + rule.getValue());
                }
            }
        }
    }

    private static List<Path> sources(String set) throws IOException {
        var all = new ArrayList<Path>();
        try (var modules = Files.list(ROOT)) {
            for (var module : modules.sorted().toList()) {
                var folder = module.resolve("src").resolve(set).resolve("java");
                if (Files.isDirectory(folder)) {
                    try (var files = Files.walk(folder)) {
                        files.filter(file -> file.toString().endsWith(".java")).forEach(all::add);
                    }
                }
            }
        }
        return all;
    }

    /** One source file under visit. */
    private record Visit(CompilationUnitTree unit, Trees trees) {
        long lines(MethodTree method) {
            var positions = trees.getSourcePositions();
            var map = unit.getLineMap();
            return map.getLineNumber(positions.getEndPosition(unit, method))
                    - map.getLineNumber(positions.getStartPosition(unit, method))
                    + 1;
        }

        String place(com.sun.source.tree.Tree tree) {
            var start = trees.getSourcePositions().getStartPosition(unit, tree);
            return ROOT.relativize(Path.of(unit.getSourceFile().toUri()))
                    + ":"
                    + unit.getLineMap().getLineNumber(start);
        }
    }

    private static void visit(TreeScanner<Void, Visit> scanner) throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            var sources = files.getJavaFileObjectsFromPaths(sources("main"));
            var task =
                    (JavacTask)
                            compiler.getTask(null, files, problem -> {}, List.of(), null, sources);
            var trees = Trees.instance(task);
            for (var unit : task.parse()) {
                scanner.scan(unit, new Visit(unit, trees));
            }
        }
    }
}
